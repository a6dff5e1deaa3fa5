import type { FastClient } from '#test/support/fast-client.js'
import { ingress } from '#test/support/objects.js'
import type { Random } from '#test/support/random.js'

const COLLECTION = '/apis/extensions/v1beta1/namespaces/test/ingresses'

/** An acknowledged write of a counter. */
export interface Acknowledged {
  readonly name: string
  readonly revision: number
  readonly count: number
}

type ApiResponse = Awaited<ReturnType<FastClient['send']>> | undefined

/**
 * An object with a number that only this counter increases, through any of the servers. So it knows the stored number,
 * except for writes without a response.
 */
export class Counter {
  readonly name: string
  readonly acknowledged: Acknowledged[] = []
  /** Unexpected responses. */
  readonly complaints: string[] = []
  readonly #servers: readonly FastClient[]
  readonly #random: Random
  #tried = 0
  #certain: number | 'absent' = 'absent'
  /** Whether a write had no response: it may have happened, and may even happen later. */
  #inDoubt = false
  #wasInDoubt = false
  /** Whether a deletion had no response. */
  #mayBeDeleted = false

  constructor(name: string, servers: readonly FastClient[], random: Random) {
    this.name = name
    this.#servers = servers
    this.#random = random
  }

  /** Resolves to whether the write was acknowledged. */
  async step(): Promise<boolean> {
    if (this.#inDoubt && !(await this.#findOut())) return false
    const server = this.#random.pick(this.#servers)
    const wasWritten = await this.#write(server)
    if (wasWritten && this.#random.chance(0.3)) await this.#readElsewhere(server)
    return wasWritten
  }

  /** Resolves to the count on a server, `absent` without an object, or false without a response. */
  async #read(server: FastClient): Promise<number | 'absent' | false> {
    const response = await send(server, 'GET', this.#path)
    if (response?.status === 200) return Number(response.body.metadata.annotations.count)
    if (response?.status === 404) return 'absent'
    this.#expectUnavailable('read', response)
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
    // An uncertain write may still create the object after the deletion, which would go unnoticed.
    if (!this.#wasInDoubt && this.#random.chance(0.1)) {
      const response = await send(server, 'DELETE', this.#path)
      this.#mayBeDeleted = true
      if (response?.status !== 200) return this.#doubt('delete', response)
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

  #took(response: ApiResponse, count: number, expected: number): boolean {
    if (response?.status !== expected) return this.#doubt('write', response)
    const revision = Number(response.body.metadata.resourceVersion)
    this.acknowledged.push({ name: this.name, revision, count })
    this.#certain = count
    return true
  }

  #doubt(what: string, response: ApiResponse): false {
    // After an uncertain write the object may exist or not.
    const isLate = this.#wasInDoubt && (response?.status === 409 || response?.status === 404)
    if (!isLate) this.#expectUnavailable(what, response)
    this.#inDoubt = true
    this.#wasInDoubt = true
    return false
  }

  /** Every server has the writes that another acknowledged. */
  async #readElsewhere(writtenTo: FastClient): Promise<void> {
    const others = this.#servers.filter((server) => server !== writtenTo)
    const found = await this.#read(this.#random.pick(others))
    if (found !== false && found !== this.#certain) {
      this.#complain(`${this.#certain} was acknowledged, then another server said ${found}`)
    }
  }

  #expectUnavailable(what: string, response: ApiResponse): void {
    if (response === undefined || response.status === 503 || response.status === 504) return
    this.#complain(`${what}: ${response.status} ${JSON.stringify(response.body)}`)
  }

  #complain(text: string): void {
    this.complaints.push(`${this.name}: ${text}`)
  }

  get #path(): string {
    return `${COLLECTION}/${this.name}`
  }
}

/** Undefined if the connection failed. */
async function send(
  ...[server, ...request]: [FastClient, ...Parameters<FastClient['send']>]
): Promise<ApiResponse> {
  try {
    return await server.send(...request)
  } catch {
    return undefined
  }
}
