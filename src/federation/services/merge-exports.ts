import type { MemberService, ServicePort } from './member-service.js'

/** A service that a cluster exports. */
export interface ExportedService {
  readonly cluster: string
  /** When it was exported, as text of RFC 3339. */
  readonly since: string
  readonly service: MemberService
}

/** The service that other clusters import. */
export interface MergedService {
  readonly type: 'ClusterSetIP' | 'Headless'
  readonly ports: readonly ServicePort[]
  readonly sessionAffinity: string
  readonly affinityTimeout: number | undefined
  /** The exporting clusters, sorted. */
  readonly clusters: readonly string[]
  /** The first conflict; undefined if there is none. */
  readonly conflict: Conflict | undefined
}

export interface Conflict {
  /** In CamelCase. */
  readonly reason: string
  /** All conflicts: which property, of which cluster, and what applies instead. */
  readonly message: string
}

const byAge = (a: ExportedService, b: ExportedService) =>
  a.since === b.since ? (a.cluster < b.cluster ? -1 : 1) : a.since < b.since ? -1 : 1

/** Merges the services of all clusters: ports are united, and the oldest export decides conflicts. */
export function mergeExports(exports: readonly ExportedService[]): MergedService | undefined {
  const [oldest, ...others] = [...exports].sort(byAge)
  if (oldest === undefined) return undefined
  const conflicts: { readonly reason: string; readonly text: string }[] = []
  const expectSame = (
    reason: string,
    what: string,
    of: (service: MemberService) => string | number | undefined,
  ) => {
    const wins = of(oldest.service)
    const losers = others.filter(({ service }) => of(service) !== wins).map(({ cluster }) => cluster)
    if (losers.length === 0) return
    conflicts.push({
      reason,
      text: `${what} differs in ${losers.join(', ')}; ${String(wins)} of ${oldest.cluster} applies`,
    })
  }
  expectSame('TypeConflict', 'the type', typeOf)
  const ports = mergePorts([oldest, ...others], (text) => conflicts.push({ reason: 'PortConflict', text }))
  expectSame('SessionAffinityConflict', 'sessionAffinity', ({ sessionAffinity }) => sessionAffinity)
  expectSame(
    'SessionAffinityConfigConflict',
    'the timeout of sessionAffinity',
    ({ affinityTimeout }) => affinityTimeout,
  )
  const { sessionAffinity, affinityTimeout } = oldest.service
  const [first] = conflicts
  return {
    type: typeOf(oldest.service),
    ports,
    sessionAffinity,
    affinityTimeout,
    clusters: exports.map(({ cluster }) => cluster).sort(),
    conflict: first && { reason: first.reason, message: conflicts.map(({ text }) => text).join('. ') },
  }
}

const typeOf = ({ isHeadless }: MemberService) => (isHeadless ? 'Headless' : 'ClusterSetIP')

const portText = ({ name, protocol, port }: ServicePort) =>
  `${name === '' ? '' : `${name} `}${port}/${protocol}`

/** Neither a name nor a number can be there twice, and a port without a name must be the only one. */
const excludes = (one: ServicePort, other: ServicePort) =>
  one.name === other.name ||
  (one.port === other.port && one.protocol === other.protocol) ||
  one.name === '' ||
  other.name === ''

function mergePorts(
  exports: readonly ExportedService[],
  conflicts: (text: string) => void,
): readonly ServicePort[] {
  const merged: ServicePort[] = []
  for (const { cluster, service } of exports) {
    for (const port of service.ports) {
      const rival = merged.find((one) => excludes(one, port))
      if (rival === undefined) merged.push(port)
      else if (JSON.stringify(rival) !== JSON.stringify(port)) {
        conflicts(`the port ${portText(port)} of ${cluster} is left out; ${portText(rival)} applies`)
      }
    }
  }
  return merged
}
