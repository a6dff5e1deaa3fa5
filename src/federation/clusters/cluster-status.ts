import { isDeepStrictEqual } from 'node:util'
import { EventRecorder } from '#controllers/events/event-recorder.js'
import { type EventText, normal, warning } from '#controllers/events/event-text.js'
import { storeOf, type WrittenKind } from '#controllers/written-kind.js'
import type { FederationContext } from '#federation/federation-context.js'
import { type Cluster, MEMBER_VERSION } from '#kinds/federation/cluster/schema.js'
import { type ClusterCondition, clusterConditions, type Probe, RESPONSE_REFUSED, resultOf } from './health.js'
import { type Location, type MemberFacts, NOWHERE } from './member-facts.js'

const CLUSTER: WrittenKind = {
  apiVersion: 'federation/v1beta1',
  kind: 'Cluster',
  plural: 'clusters',
}

/** How old the report of a probe may get when nothing changes: each report is a write, which every client that watches sees. */
export const MAX_REPORT_AGE_MS = 5 * 60_000

/** Writes into Clusters what their probes have come to. */
export class ClusterStatusWriter {
  readonly #parts: FederationContext
  readonly #events: EventRecorder

  constructor(parts: FederationContext) {
    this.#parts = parts
    this.#events = new EventRecorder(parts, 'federation-cluster-controller')
  }

  /** Whether the report in a Cluster says something else, or is old. */
  isOutdated(cluster: Readonly<Cluster>, probe: Probe): boolean {
    const now = this.#parts.clock.now()
    const before = conditionsOf(cluster)
    const after = clusterConditions(probe, before, now)
    const isSame =
      before.length === after.length &&
      after.every(({ type, status, reason, message }, index) => {
        const told = before[index]
        return (
          told?.type === type && told.status === status && told.reason === reason && told.message === message
        )
      })
    if (!isSame) return true
    return now - Date.parse(before[0]?.lastProbeTime ?? '') >= MAX_REPORT_AGE_MS
  }

  /** Whether a member says something else about itself than its Cluster does. */
  isNews(cluster: Readonly<Cluster>, { version, location }: MemberFacts): boolean {
    const isOther = version !== undefined && cluster.metadata.annotations?.[MEMBER_VERSION] !== version
    return isOther || (location !== undefined && !isDeepStrictEqual(location, placeOf(cluster)))
  }

  /** Tells in the Cluster, and by an event where something has changed. */
  async report(cluster: Readonly<Cluster>, probe: Probe, facts: MemberFacts): Promise<void> {
    const { name = '', annotations } = cluster.metadata
    await this.#writeStatus(name, probe, facts.location)
    const { version } = facts
    if (version !== undefined && annotations?.[MEMBER_VERSION] !== version) {
      await this.#writeVersion(name, version)
    }
    const before = conditionsOf(cluster)
    if (resultOf(before) !== probe.result) this.#tell(cluster, healthOf(probe))
    if (probe.refusal !== undefined && !before.some(({ type }) => type === RESPONSE_REFUSED)) {
      this.#tell(cluster, warning(RESPONSE_REFUSED, probe.refusal))
    }
  }

  /** Resolves when the events are written. */
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
      flow: 'status',
      next: (current) => {
        const copy = current.copy() as Cluster
        const { zones, region } = location ?? placeOf(copy)
        const conditions = clusterConditions(probe, conditionsOf(copy), this.#parts.clock.now())
        return definition.decode({
          ...copy,
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

  #tell(cluster: Readonly<Cluster>, text: EventText): void {
    const { reason, message } = text
    this.#parts.logger.info({ cluster: cluster.metadata.name, reason, message }, 'a cluster has changed')
    this.#events.record(CLUSTER, cluster, text)
  }

  get #store() {
    return storeOf(this.#parts.stores, CLUSTER)
  }
}

function healthOf(probe: Probe): EventText {
  const [{ reason = '', message = '' } = {}] = clusterConditions(probe, [], 0)
  return probe.result === 'ready'
    ? normal(reason, message)
    : warning(reason, probe.why === undefined ? message : `${message}: ${probe.why}`)
}

const conditionsOf = ({ status }: Readonly<Cluster>) =>
  (status?.conditions ?? []) as readonly ClusterCondition[]

const placeOf = ({ status }: Readonly<Cluster>): Location => ({
  zones: status?.zones ?? NOWHERE.zones,
  region: status?.region ?? NOWHERE.region,
})
