import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '#test/support/client.js'
import type { Random } from '#test/support/random.js'
import { type ChaosKind, collection, KINDS, NAMESPACES, policy, randomObject, STEP } from './objects.js'
import type { MortalServer } from './processes.js'
import { MEMBERS } from './stage.js'

/** The step of an object that does not exist. */
export const ABSENT = 0
const NAMES = 6
const WRITERS = 4
const REQUEST_MS = 4000
const MERGE = 'application/merge-patch+json'
export const POLICIES = '/apis/federation.binnacle.dev/v1alpha1/clusterpropagationpolicies'

interface Written {
  /** The steps that the object may have: the acknowledged one, and those without a response since then. */
  possible: Set<number>
  /** Creations without a response. One that arrives late may succeed whenever there is no such object. */
  readonly unclear: Set<number>
}

interface Response {
  readonly status: number
  readonly body: Json
}

/** Writes objects at random, and remembers which states each may have. */
export class ChaosWriter {
  /** By path. */
  readonly written = new Map<string, Written>()
  readonly counts = { acknowledged: 0, refused: 0, unclear: 0 }
  readonly #hosts: readonly MortalServer[]
  readonly #random: Random
  /** Paths that are being written. */
  readonly #busy = new Set<string>()
  #step = 0

  constructor(hosts: readonly MortalServer[], random: Random) {
    this.#hosts = hosts
    this.#random = random
  }

  async run(ms: number): Promise<void> {
    const end = performance.now() + ms
    const one = async () => {
      while (performance.now() < end) {
        await (this.#random.chance(0.04) ? this.#changePolicy() : this.#writeObject())
        await pause(this.#random.below(200))
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, one))
  }

  async #changePolicy(): Promise<void> {
    const names = MEMBERS.filter(() => this.#random.chance(0.7))
    const { spec } = policy(names.length === 0 ? [MEMBERS[0]] : names)
    await this.#send('PATCH', `${POLICIES}/gold`, { spec }, MERGE)
  }

  async #writeObject(): Promise<void> {
    const random = this.#random
    const kind = random.pick(KINDS)
    const name = `${kind.name.slice(0, 1)}${random.below(NAMES)}`
    const home = collection(kind, random.pick(NAMESPACES))
    const path = `${home}/${name}`
    if (this.#busy.has(path)) return
    this.#busy.add(path)
    try {
      await this.#write(kind, home, name)
    } finally {
      this.#busy.delete(path)
    }
  }

  async #write(kind: ChaosKind, home: string, name: string): Promise<void> {
    const random = this.#random
    const path = `${home}/${name}`
    const known = await this.#send('GET', path)
    if (known === undefined || (known.status !== 200 && known.status !== 404)) return
    const written = this.#writtenAt(path)
    const isThere = known.status === 200
    this.#expectPossible(path, written, isThere ? stepOf(known.body) : ABSENT)
    const step = ++this.#step
    if (!isThere) {
      const response = await this.#send('POST', home, withoutNulls(randomObject(kind, name, random, step)))
      if (response === undefined) written.unclear.add(step)
      this.#record(written, step, response)
      return
    }
    if (known.body.metadata.deletionTimestamp) return
    const { resourceVersion } = known.body.metadata
    if (random.chance(0.15)) {
      const propagationPolicy = random.pick(['Background', 'Foreground'])
      const options = { propagationPolicy, preconditions: { resourceVersion } }
      this.#record(written, ABSENT, await this.#send('DELETE', path, options))
    } else {
      const { metadata, ...content } = randomObject(kind, name, random, step)
      const body = { metadata: { ...metadata, resourceVersion }, ...(kind.isChanged && content) }
      this.#record(written, step, await this.#send('PATCH', path, body, MERGE))
    }
  }

  #writtenAt(path: string): Written {
    const known = this.written.get(path)
    if (known !== undefined) return known
    const written = { possible: new Set([ABSENT]), unclear: new Set<number>() }
    this.written.set(path, written)
    return written
  }

  /** Every write names the version that it changes: once a later one is acknowledged, earlier ones can no longer succeed. */
  #record(written: Written, step: number, response: Response | undefined): void {
    if (response === undefined) {
      this.counts.unclear++
      written.possible.add(step)
    } else if (response.status < 300) {
      this.counts.acknowledged++
      // A deleted object is there until its copies are gone.
      if (step === ABSENT) written.possible.add(ABSENT)
      else written.possible = new Set([step])
    } else {
      assert.ok([404, 409, 410, 429, 503, 504].includes(response.status), JSON.stringify(response))
      this.counts.refused++
    }
  }

  #expectPossible(path: string, { possible, unclear }: Written, step: number): void {
    assert.ok(
      possible.has(step) || unclear.has(step),
      `${path} has step ${step}, not one of ${[...possible, ...unclear]}`,
    )
  }

  /** Asserts that what was acknowledged is there. `objects` has those of the host by path. */
  expectKept(objects: ReadonlyMap<string, Json>): void {
    for (const [path, written] of this.written) {
      const object = objects.get(path)
      this.#expectPossible(path, written, object === undefined ? ABSENT : stepOf(object))
    }
    for (const path of objects.keys()) assert.ok(this.written.has(path), `nobody wrote ${path}`)
  }

  /** Undefined without a response. */
  async #send(
    method: string,
    path: string,
    body?: Json,
    contentType = 'application/json',
  ): Promise<Response | undefined> {
    const { url } = this.#random.pick(this.#hosts)
    if (url === undefined) {
      await pause(50)
      return undefined
    }
    try {
      const response = await fetch(url + path, {
        method,
        headers: { 'content-type': contentType },
        signal: AbortSignal.timeout(REQUEST_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    } catch {
      return undefined
    }
  }
}

const stepOf = ({ metadata }: Json) => Number(metadata.annotations?.[STEP] ?? Number.NaN)

function withoutNulls({ metadata, ...content }: Json): Json {
  const kept = (values: Json) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  return {
    ...content,
    metadata: { ...metadata, labels: kept(metadata.labels), annotations: kept(metadata.annotations) },
  }
}
