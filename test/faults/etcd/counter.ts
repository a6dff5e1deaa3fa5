import type { FastClient } from '#test/support/fast-client.js'
import { ingress } from '#test/support/objects.js'
import type { Random } from '#test/support/random.js'

const COLLECTION = '/apis/extensions/v1beta1/namespaces/test/ingresses'

/** What was done to a counter and acknowledged. */
export interface Acknowledged {
  readonly name: string
  readonly revision: number
  readonly count: number
}

type ApiResponse = Awaited<ReturnType<FastClient['send']>> | undefined

/**
 * An object with a number in it that only this counter writes, each time a higher one, through any of the servers. So it
 * knows what must be there, but for writes that were not answered.
 */
export class Counter {
  readonly name: string
  readonly acknowledged: Acknowledged[] = []
  /** Answers that there is no excuse for. */
  readonly complaints: string[] = []
  readonly #servers: readonly FastClient[]
  readonly #random: Random
  #tried = 0
  #certain: number | 'absent' = 'absent'
  /** Whether a write was not answered since: it may have happened, and may even happen later. */
  #inDoubt = false
  #wasInDoubt = false
  /** Whether a deletion is among what was not answered. */
  #mayBeDeleted = false

  constructor(name: string, servers: readonly FastClient[], random: Random) {
    this.name = name
    this.#servers = servers
    this.#random = random
  }

  /** Resolves with whether the write was answered. */
  async step(): Promise<boolean> {
    if (this.#inDoubt && !(await this.#findOut())) return false
    const server = this.#random.pick(this.#servers)
    const wasWritten = await this.#write(server)
    if (wasWritten && this.#random.chance(0.3)) await this.#readElsewhere(server)
    return wasWritten
  }

  /** Resolves with what a server says is there: the count, undefined when nothing is, false without an answer. */
  async #read(server: FastClient): Promise<number | 'absent' | false> {
    const answer = await send(server, 'GET', this.#path)
    if (answer?.status === 200) return Number(answer.body.metadata.annotations.count)
    if (answer?.status === 404) return 'absent'
    this.#expectExcuse('read', answer)
    return false
  }

  async #findOut(): Promise<boolean> {
    const found = await this.#read(this.#random.pick(this.#servers))
    if (found === false) return false
    if (this.#isStepBack(found)) this.#complain(`${this.#certain} was acknowledged, but there is ${found}`)
    this.#mayBeDeleted = false
    this.#certain = found
    this.#inDoubt = false
    return true
  }

  #isStepBack(found: number | 'absent'): boolean {
    if (this.#certain === 'absent') return false
    return found === 'absent' ? !this.#mayBeDeleted : found < this.#certain
  }

  async #write(server: FastClient): Promise<boolean> {
    const count = ++this.#tried
    const annotations = { count: String(count) }
    if (this.#certain === 'absent') {
      const body = ingress(this.name)
      body.metadata.annotations = annotations
      return this.#took(await send(server, 'POST', COLLECTION, body), count, 201)
    }
    // What was in doubt may still create the object after it was deleted, and that would not be noticed.
    if (!this.#wasInDoubt && this.#random.chance(0.1)) {
      const answer = await send(server, 'DELETE', this.#path)
      this.#mayBeDeleted = true
      if (answer?.status !== 200) return this.#doubt('delete', answer)
      this.#certain = 'absent'
      return true
    }
    const patch = { metadata: { annotations } }
    return this.#took(
      await send(server, 'PATCH', this.#path, patch, 'application/merge-patch+json'),
      count,
      200,
    )
  }

  #took(answer: ApiResponse, count: number, expected: number): boolean {
    if (answer?.status !== expected) return this.#doubt('write', answer)
    const revision = Number(answer.body.metadata.resourceVersion)
    this.acknowledged.push({ name: this.name, revision, count })
    this.#certain = count
    return true
  }

  #doubt(what: string, answer: ApiResponse): false {
    // After an uncertain write the object may be there, or not.
    const isLate = this.#wasInDoubt && (answer?.status === 409 || answer?.status === 404)
    if (!isLate) this.#expectExcuse(what, answer)
    this.#inDoubt = true
    this.#wasInDoubt = true
    return false
  }

  /** What was acknowledged by one server is there on every other one. */
  async #readElsewhere(writtenTo: FastClient): Promise<void> {
    const others = this.#servers.filter((server) => server !== writtenTo)
    const found = await this.#read(this.#random.pick(others))
    if (found !== false && found !== this.#certain) {
      this.#complain(`${this.#certain} was acknowledged, then another server said ${found}`)
    }
  }

  #expectExcuse(what: string, answer: ApiResponse): void {
    if (answer === undefined || answer.status === 503 || answer.status === 504) return
    this.#complain(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  #complain(text: string): void {
    this.complaints.push(`${this.name}: ${text}`)
  }

  get #path(): string {
    return `${COLLECTION}/${this.name}`
  }
}

/** Undefined when the connection broke, or there was none. */
async function send(
  ...[server, ...request]: [FastClient, ...Parameters<FastClient['send']>]
): Promise<ApiResponse> {
  try {
    return await server.send(...request)
  } catch {
    return undefined
  }
}
