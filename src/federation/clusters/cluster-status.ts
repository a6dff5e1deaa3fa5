import { isDeepStrictEqual } from 'node:util'
import { type ControlledResource, storeOf } from '#controllers/controller.js'
import {
  type EventDetails,
  EventRecorder,
  normalEvent,
  warningEvent,
} from '#controllers/events/event-recorder.js'
import { CONDITION_TAINTS } from '#federation/annotations.js'
import type { FederationContext } from '#federation/config.js'
import { conditionTaints } from '#federation/policies/condition-taints.js'
import { type Cluster, MEMBER_VERSION } from '#kinds/federation/cluster/schema.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { type ClusterCondition, clusterConditions, type Probe, RESPONSE_REFUSED, resultOf } from './health.js'
import { type Location, type MemberFacts, UNKNOWN_LOCATION } from './member-facts.js'

export const CLUSTER: ControlledResource = {
  apiVersion: 'federation/v1beta1',
  kind: 'Cluster',
  plural: 'clusters',
}

/** Maximum age of a report while nothing changes. Each report is a write that every watch sees. */
export const MAX_REPORT_AGE_MS = 5 * 60_000

/** Writes probe results to Clusters. */
export class ClusterStatusWriter {
  readonly #context: FederationContext
  readonly #events: EventRecorder

  constructor(context: FederationContext) {
    this.#context = context
    this.#events = new EventRecorder(context, 'federation-cluster-controller')
  }

  /** Whether the reported status or taints differ from the probe, or are too old. */
  isOutdated(cluster: Readonly<Cluster>, probe: Probe): boolean {
    const now = this.#context.clock.now()
    const before = conditionsOf(cluster)
    const after = clusterConditions(probe, before, now)
    const isSame =
      before.length === after.length &&
      after.every(({ type, status, reason, message }, index) => {
        const reported = before[index]
        return (
          reported?.type === type &&
          reported.status === status &&
          reported.reason === reason &&
          reported.message === message
        )
      })
    if (!isSame) return true
    const taints = cluster.metadata.annotations?.[CONDITION_TAINTS]
    if (conditionTaints(probe.result, taints, now) !== taints) return true
    return now - Date.parse(before[0]?.lastProbeTime ?? '') >= MAX_REPORT_AGE_MS
  }

  /** Whether version or location differ from those in the Cluster. */
  hasNewFacts(cluster: Readonly<Cluster>, { version, location }: MemberFacts): boolean {
    const isOther = version !== undefined && cluster.metadata.annotations?.[MEMBER_VERSION] !== version
    return isOther || (location !== undefined && !isDeepStrictEqual(location, placeOf(cluster)))
  }

  /** Updates the Cluster and records an event if its health changed. */
  async report(cluster: Readonly<Cluster>, probe: Probe, facts: MemberFacts): Promise<void> {
    const { name = '', annotations } = cluster.metadata
    await this.#writeStatus(name, probe, facts.location)
    const { version } = facts
    if (version !== undefined && annotations?.[MEMBER_VERSION] !== version) {
      await this.#writeVersion(name, version)
    }
    const before = conditionsOf(cluster)
    if (resultOf(before) !== probe.result) this.#recordEvent(cluster, healthOf(probe))
    if (probe.refusal !== undefined && !before.some(({ type }) => type === RESPONSE_REFUSED)) {
      this.#recordEvent(cluster, warningEvent(RESPONSE_REFUSED, probe.refusal))
    }
  }

  /** Resolves when all events are written. */
  written(): Promise<void> {
    return this.#events.written()
  }

  get pending(): number {
    return this.#events.pending
  }

  async #writeStatus(name: string, probe: Probe, location: Location | undefined): Promise<void> {
    const { definition, writer } = this.#store
    await writer.modify(undefined, name, {
      retry: true,
      mode: 'status',
      next: (current) => {
        const copy = current.copy() as Cluster
        const { zones, region } = location ?? placeOf(copy)
        const now = this.#context.clock.now()
        const conditions = clusterConditions(probe, conditionsOf(copy), now)
        return definition.decode({
          ...copy,
          metadata: withTaints(copy.metadata, probe, now),
          status: { conditions, zones: zones.length === 0 ? undefined : zones, region },
        })
      },
    })
  }

  async #writeVersion(name: string, version: string): Promise<void> {
    const { definition, writer } = this.#store
    await writer.modify(undefined, name, {
      retry: true,
      next: (current) => {
        const copy = current.copy()
        copy.metadata.annotations = { ...copy.metadata.annotations, [MEMBER_VERSION]: version }
        return definition.decode(copy)
      },
    })
  }

  #recordEvent(cluster: Readonly<Cluster>, text: EventDetails): void {
    const { reason, message } = text
    this.#context.logger.info({ cluster: cluster.metadata.name, reason, message }, 'cluster status changed')
    this.#events.record(CLUSTER, cluster, text)
  }

  get #store() {
    return storeOf(this.#context.stores, CLUSTER)
  }
}

function healthOf(probe: Probe): EventDetails {
  const [{ reason = '', message = '' } = {}] = clusterConditions(probe, [], 0)
  return probe.result === 'ready'
    ? normalEvent(reason, message)
    : warningEvent(reason, probe.why === undefined ? message : `${message}: ${probe.why}`)
}

/** The taints change with the conditions, so that nobody sees one without the other. */
function withTaints(metadata: ObjectMeta, { result }: Probe, now: number): ObjectMeta {
  const { [CONDITION_TAINTS]: before, ...annotations } = metadata.annotations ?? {}
  const taints = conditionTaints(result, before, now)
  if (taints === before) return metadata
  if (taints !== undefined) annotations[CONDITION_TAINTS] = taints
  return { ...metadata, annotations: Object.keys(annotations).length === 0 ? undefined : annotations }
}

const conditionsOf = ({ status }: Readonly<Cluster>) =>
  (status?.conditions ?? []) as readonly ClusterCondition[]

const placeOf = ({ status }: Readonly<Cluster>): Location => ({
  zones: status?.zones ?? UNKNOWN_LOCATION.zones,
  region: status?.region ?? UNKNOWN_LOCATION.region,
})
