import type { MemberClient } from '#federation/members/member-client.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import type { LabelSelector } from '#meta/label-selector.js'
import type { Logger } from '#observe/logger.js'
import type { TimerClock } from '#util/clock.js'
import { countUnschedulable, MIN_UNSCHEDULED_MS } from './unschedulable-pods.js'

/** Condition times have a resolution of one second. */
const MARGIN_MS = 1000
/** Interval of capacity checks. */
const AGAIN_MS = 30_000
/** How long a capacity limit is kept without new evidence. */
const MEMORY_MS = 300_000

/**
 * Finds out how many replicas fit into clusters. Counts unschedulable pods only where a copy has had too few
 * ready pods for a while.
 */
export class Capacities {
  readonly #clock: TimerClock
  readonly #logger: Logger
  readonly #changed: (federated: FederatedObject) => void

  constructor(clock: TimerClock, logger: Logger, changed: (federated: FederatedObject) => void) {
    this.#clock = clock
    this.#logger = logger
    this.#changed = changed
  }

  /** Call this when a copy may have changed. */
  follow(copy: Copy, client: MemberClient): void {
    const { observed } = copy
    if (observed?.replicas === undefined) return
    const isLacking = readyOf(copy) < observed.replicas
    // All desired replicas run, so more fit than assumed.
    if (!isLacking && observed.replicas > (copy.capacity ?? 0)) copy.capacity = undefined
    const waitsFor = isLacking ? 'pods' : copy.capacity === undefined ? undefined : 'nothing'
    if (copy.capacityCheck?.waitsFor === waitsFor) return
    copy.capacityCheck?.cancel()
    copy.capacityCheck = undefined
    if (waitsFor === 'pods')
      this.#wait(copy, waitsFor, MIN_UNSCHEDULED_MS + MARGIN_MS, () => this.#countPods(copy, client))
    else if (waitsFor === 'nothing') this.#wait(copy, waitsFor, MEMORY_MS, () => this.#forget(copy))
  }

  #wait(copy: Copy, waitsFor: 'pods' | 'nothing', delay: number, act: () => void): void {
    const cancel = this.#clock.at(this.#clock.now() + delay, act)
    copy.capacityCheck = { waitsFor, cancel }
  }

  #forget(copy: Copy): void {
    copy.capacityCheck = undefined
    copy.capacity = undefined
    this.#changed(copy.federated)
  }

  async #countPods(copy: Copy, client: MemberClient): Promise<void> {
    const { federated, observed, capacityCheck, capacity: before } = copy
    const selector = selectorOf(federated)
    if (observed?.replicas === undefined || selector === undefined) return
    try {
      const now = this.#clock.now()
      const homeless = await countUnschedulable(client, federated.namespace, selector, now)
      if (copy.capacityCheck !== capacityCheck) return
      copy.capacity = homeless === 0 ? undefined : Math.max(0, observed.replicas - homeless)
    } catch (error) {
      this.#logger.debug({ key: federated.key, error: String(error) }, 'failed to list pods of a member')
      if (copy.capacityCheck !== capacityCheck) return
    }
    this.#wait(copy, 'pods', AGAIN_MS, () => this.#countPods(copy, client))
    if (copy.capacity !== before) this.#changed(federated)
  }
}

function readyOf({ federated, observed }: Copy): number {
  return observed?.counts[federated.kind.status?.sums.indexOf('readyReplicas') ?? -1] ?? 0
}

function selectorOf({ stored }: FederatedObject): LabelSelector | undefined {
  if (stored === undefined) return undefined
  const { spec } = JSON.parse(stored.json.toString()) as {
    readonly spec?: { readonly selector?: LabelSelector }
  }
  return spec?.selector
}
