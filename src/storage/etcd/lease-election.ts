import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import type { EtcdClient } from './client.js'
import type { Keyspace } from './keyspace.js'
import { COMPARE_CREATE_REVISION } from './messages/kv.js'

/** How long other servers wait after a leader crashes. */
const LEASE_SECONDS = 5
/** The timeout of calls about the lease. */
const CALL_MS = 1500
/** How often a candidate checks for a free leadership, and a leader renews its lease. */
const ROUND_MS = 1000
/** The leader steps down so long before etcd may expire the lease, because clocks of two machines differ. */
const MARGIN_MS = 1000

const MAX_LEASE_ID = 2 ** 47

interface Candidate {
  readonly start: () => void
  readonly stop: () => void
}

/**
 * Elects one of all servers on a store: the leader holds the key with its lease. A server is a candidate once
 * `whenLeading` is called.
 */
export class LeaseElection {
  readonly #client: EtcdClient
  readonly #keyspace: Keyspace
  readonly #candidates = new Set<Candidate>()
  #timer: NodeJS.Timeout | undefined
  #stepDown: NodeJS.Timeout | undefined
  #lease: number | undefined
  #leading = false
  /** When the lease may expire, on the clock of `performance`. */
  #end = 0
  #closed = false
  #running: Promise<void> | undefined

  constructor(client: EtcdClient, keyspace: Keyspace) {
    this.#client = client
    this.#keyspace = keyspace
  }

  /** See `Leadership` of the controllers. */
  get isLeading(): boolean {
    return this.#leading && performance.now() < this.#end
  }

  /** See `Leadership` of the controllers. */
  whenLeading(start: () => void, stop: () => void): () => void {
    const candidate = { start, stop }
    this.#candidates.add(candidate)
    if (this.#leading) start()
    else if (this.#running === undefined && !this.#closed) this.#round()
    return () => void this.#candidates.delete(candidate)
  }

  /** Steps down, so that another server can take over at once. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#retire()
    await this.#running
    const lease = this.#lease
    this.#lease = undefined
    if (lease !== undefined) await this.#client.revokeLease(lease).catch(() => undefined)
  }

  #round(): void {
    this.#running = this.#step()
      // Without etcd no server can be elected; the lease expires by itself, and the next round tries again.
      .catch(() => undefined)
      .then(() => {
        if (this.#closed) return
        this.#timer = setTimeout(() => this.#round(), ROUND_MS)
        this.#timer.unref()
      })
  }

  async #step(): Promise<void> {
    const asked = performance.now()
    const seconds = await this.#renewedLease()
    if (this.#closed) return
    if (!this.#leading && !(await this.#takesPlace())) return
    if (this.#closed) return
    this.#lead(asked + seconds * 1000 - MARGIN_MS)
  }

  /** Resolves with the TTL of the lease in seconds, from before the call. */
  async #renewedLease(): Promise<number> {
    if (this.#lease !== undefined) {
      const seconds = await this.#client.keepLeaseAlive(this.#lease, CALL_MS)
      if (seconds > 0) return seconds
      // The lease has expired, and with it the leadership.
      this.#lease = undefined
      this.#retire()
    }
    const lease = randomInt(1, MAX_LEASE_ID)
    const seconds = await this.#client.grantLease(lease, LEASE_SECONDS, CALL_MS)
    this.#lease = lease
    return seconds
  }

  /** Takes a free leadership, or confirms that it already has it. */
  async #takesPlace(): Promise<boolean> {
    const key = this.#keyspace.leader
    const value = Buffer.from(`${hostname()}/${process.pid}/${this.#lease}`)
    const put = { key, value, lease: this.#lease }
    const response = await this.#client.write(
      {
        compare: [{ target: COMPARE_CREATE_REVISION, key }],
        success: [{ put }],
        failure: [{ range: { key } }],
      },
      CALL_MS,
    )
    return response.succeeded || response.responses[0]?.range?.kvs[0]?.value.equals(value) === true
  }

  /** Leads until `end` on the clock of `performance`, unless the lease is renewed by then. */
  #lead(end: number): void {
    clearTimeout(this.#stepDown)
    const rest = end - performance.now()
    if (rest <= 0) {
      this.#retire()
      return
    }
    this.#end = end
    this.#stepDown = setTimeout(() => this.#retire(), rest)
    this.#stepDown.unref()
    if (this.#leading) return
    this.#leading = true
    for (const { start } of this.#candidates) start()
  }

  #retire(): void {
    clearTimeout(this.#stepDown)
    if (!this.#leading) return
    this.#leading = false
    for (const { stop } of this.#candidates) stop()
  }
}
