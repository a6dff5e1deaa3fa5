import { storeOf } from '#controllers/controller.js'
import { WorkQueue } from '#controllers/work-queue.js'
import { MEASURED_CAPACITY } from '#federation/annotations.js'
import { CLUSTER } from '#federation/clusters/cluster-status.js'
import type { FederationContext } from '#federation/config.js'
import type { LeaderRun } from '#federation/leader-controller.js'
import { CLUSTERS } from '#federation/members/cluster-members.js'
import type { Members } from '#federation/members/members.js'
import type { Policies } from '#federation/policies/policies.js'
import { ApiError } from '#meta/api-error.js'
import { MemberCapacity } from './member-capacity.js'

/** Pods come and go in groups. */
const SETTLE_MS = 500
/** Each write is seen by every watch of clusters. */
const MIN_INTERVAL_MS = 10_000
const RETRY_MS = 5_000

interface MeasuredMember {
  readonly name: string
  capacity: MemberCapacity | undefined
  /** When it was last written. */
  writtenAt: number
  cancel: (() => void) | undefined
}

/** Writes the free resources of members to their Clusters, while a policy divides replicas by them. */
export class CapacityRun implements LeaderRun {
  readonly #context: FederationContext
  readonly #members: Members
  readonly #policies: Policies
  readonly #measured = new Map<string, MeasuredMember>()
  readonly #queue: WorkQueue<MeasuredMember>
  readonly #closing = new Set<Promise<void>>()
  readonly #release: readonly (() => void)[]

  constructor(context: FederationContext, members: Members, policies: Policies) {
    this.#context = context
    this.#members = members
    this.#policies = policies
    this.#queue = new WorkQueue({
      concurrency: 4,
      work: (measured) => this.#write(measured),
      backOff: () => RETRY_MS,
      onFailure: ({ name }, error) =>
        context.logger.debug({ cluster: name, error: String(error) }, 'failed to write the free capacity'),
    })
    this.#release = [
      members.follow((name) => this.#onMember(name)),
      policies.follow(() => this.#onPolicies()),
    ]
    this.#onPolicies()
  }

  get pending(): number {
    return this.#queue.size
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }

  async close(): Promise<void> {
    for (const release of this.#release) release()
    this.#policies.close()
    for (const measured of this.#measured.values()) this.#stop(measured)
    await Promise.all([this.#queue.close(), ...this.#closing])
  }

  #onPolicies(): void {
    for (const { name } of this.#members) this.#onMember(name)
  }

  #onMember(name: string): void {
    const member = this.#members.get(name)
    const client = this.#policies.divideByCapacity ? member?.client : undefined
    const known = this.#measured.get(name)
    if (member === undefined) {
      if (known !== undefined) this.#stop(known)
      this.#measured.delete(name)
      return
    }
    const measured = known ?? { name, capacity: undefined, writtenAt: 0, cancel: undefined }
    this.#measured.set(name, measured)
    if (measured.capacity?.client === client) {
      if (member.isReady) measured.capacity?.resume()
      else if (client === undefined) this.#onChange(measured)
      return
    }
    this.#stop(measured)
    if (client !== undefined)
      measured.capacity = new MemberCapacity(client, () => this.#onChange(measured), this.#context.logger)
    else this.#onChange(measured)
  }

  #stop(measured: MeasuredMember): void {
    measured.cancel?.()
    measured.cancel = undefined
    const closing = measured.capacity?.close()
    measured.capacity = undefined
    if (closing === undefined) return
    this.#closing.add(closing)
    void closing.finally(() => this.#closing.delete(closing))
  }

  #onChange(measured: MeasuredMember): void {
    if (measured.cancel !== undefined) return
    const { clock } = this.#context
    const time = Math.max(clock.now() + SETTLE_MS, measured.writtenAt + MIN_INTERVAL_MS)
    measured.cancel = clock.at(time, () => {
      measured.cancel = undefined
      this.#queue.add(measured)
    })
  }

  async #write(measured: MeasuredMember): Promise<void> {
    const { name } = measured
    const capacity = measured.capacity?.measure()
    // A member that is away keeps what was last measured.
    if (capacity === undefined && this.#policies.divideByCapacity) return
    const value = capacity && JSON.stringify(capacity)
    const stored = this.#context.feed.find(CLUSTERS + name)
    if (stored === undefined || stored.metadata().annotations?.[MEASURED_CAPACITY] === value) return
    measured.writtenAt = this.#context.clock.now()
    const { definition, writer } = storeOf(this.#context.stores, CLUSTER)
    try {
      await writer.modify(undefined, name, {
        retry: true,
        next: (current) => {
          const copy = current.copy()
          const { [MEASURED_CAPACITY]: _before, ...annotations } = copy.metadata.annotations ?? {}
          if (value !== undefined) annotations[MEASURED_CAPACITY] = value
          copy.metadata.annotations = annotations
          return definition.decode(copy)
        },
      })
    } catch (error) {
      // The cluster was deleted meanwhile.
      if (!(error instanceof ApiError && error.error === 'notFound')) throw error
    }
  }
}
