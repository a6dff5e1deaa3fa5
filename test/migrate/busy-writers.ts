import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAPS } from '../backup/support.js'
import type { Client } from '../support/client.js'

/** Workers that create, replace and delete ConfigMaps, each its own, and know what was acknowledged. */
export class BusyWriters {
  readonly #client: () => Client
  readonly #names: readonly string[]
  /** The acknowledged value of each map; undefined for one that is not there. */
  readonly #values = new Map<string, string | undefined>()
  /** Maps whose last write was not answered. */
  readonly #unknown = new Set<string>()
  #running: Promise<unknown> = Promise.resolve()
  #stopped = false
  acknowledged = 0
  /** The bodies of responses with 503. */
  readonly rejections: string[] = []

  /** They stop at the end of the test, also if it fails. */
  constructor(t: TestContext, client: () => Client, workers = 8) {
    t.after(() => this.stop())
    this.#client = client
    this.#names = Array.from({ length: workers }, (_, index) => `worker-${index}`)
  }

  start(): void {
    this.#stopped = false
    this.#running = Promise.all(this.#names.map((name) => this.#work(name)))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async progress(writes: number): Promise<void> {
    for (const wanted = this.acknowledged + writes; this.acknowledged < wanted; ) await sleep(5)
  }

  /** Compares what is there with what was acknowledged. */
  async check(client: Client): Promise<void> {
    const { status, body, text } = await client.get(MAPS)
    assert.equal(status, 200, text)
    const found = new Map<string, string>()
    for (const { metadata, data } of body.items) found.set(metadata.name, data.value)
    for (const [name, value] of this.#values) {
      if (!this.#unknown.has(name)) assert.equal(found.get(name), value, name)
    }
  }

  /** Takes what is there for acknowledged. */
  async read(client: Client): Promise<void> {
    const { body } = await client.get(MAPS)
    for (const name of this.#values.keys()) this.#values.set(name, undefined)
    for (const { metadata, data } of body.items) this.#values.set(metadata.name, data.value)
    this.#unknown.clear()
  }

  async #work(prefix: string): Promise<void> {
    for (let count = 0; !this.#stopped; count++) {
      const name = `${prefix}-${count % 5}`
      try {
        await this.#write(name, `${count} ${'.'.repeat((count * 37) % 900)}`)
      } catch (error) {
        // The server is gone.
        if (!(error instanceof TypeError)) throw error
        this.#unknown.add(name)
        await sleep(20)
      }
    }
  }

  async #write(name: string, value: string): Promise<void> {
    const client = this.#client()
    const isThere = this.#values.get(name) !== undefined
    const isDeletion = isThere && value.length % 3 === 0
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } }
    const { status, text } = isDeletion
      ? await client.delete(`${MAPS}/${name}`)
      : isThere
        ? await client.put(`${MAPS}/${name}`, map)
        : await client.post(MAPS, map)
    if (status === 503) {
      this.rejections.push(text)
      await sleep(20)
      return
    }
    if (this.#unknown.has(name)) {
      // The last write may have happened or not.
      this.#unknown.delete(name)
      this.#values.set(name, status === 409 ? 'there' : status === 404 ? undefined : value)
      if (status === 409 || status === 404) this.#unknown.add(name)
      return
    }
    assert.ok(status === 200 || status === 201, text)
    this.#values.set(name, isDeletion ? undefined : value)
    this.acknowledged++
  }
}
