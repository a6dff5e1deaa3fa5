import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '#test/support/random.js'
import { NAMESPACES } from './objects.js'
import { MEMBERS, type MemberName, type Stage } from './stage.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }
const mapsIn = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`

/** Users of the members: they have objects of their own, and change and delete copies. */
export class MemberUsers {
  readonly #stage: Stage
  readonly #random: Random
  readonly #own: { readonly member: MemberName; readonly path: string; readonly value: string }[] = []

  constructor(stage: Stage, random: Random) {
    this.#stage = stage
    this.#random = random
  }

  async run(ms: number): Promise<void> {
    const end = performance.now() + ms
    for (let step = 1; performance.now() < end; step++) {
      // A member that does not run cannot be used.
      await this.#act(step).catch(() => undefined)
      await pause(this.#random.below(600))
    }
  }

  async #act(step: number): Promise<void> {
    const random = this.#random
    const member = random.pick(MEMBERS)
    const client = this.#stage.client(this.#stage.member(member))
    const home = mapsIn(random.pick(NAMESPACES))
    const copy = `${home}/c${random.below(6)}`
    const choice = random.below(3)
    if (choice === 0) await client.send('PATCH', copy, { data: { step: 'changed' } }, MERGE)
    else if (choice === 1) await client.delete(copy)
    else {
      const [name, value] = [`own-${step}`, random.text(20)]
      const { status } = await client.post(home, { metadata: { name }, data: { value } })
      if (status === 201) this.#own.push({ member, path: `${home}/${name}`, value })
    }
  }

  /** Asserts that the federation has left the objects of others alone. */
  async expectKept(): Promise<void> {
    for (const { member, path, value } of this.#own) {
      const { status, body } = await this.#stage.client(this.#stage.member(member)).get(path)
      assert.equal(status, 200, `${path} in ${member} is gone`)
      assert.deepEqual([body.data, body.metadata.labels], [{ value }, undefined], path)
    }
  }
}
