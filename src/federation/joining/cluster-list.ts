import { TAINTS } from '#federation/annotations.js'
import { resultOf } from '#federation/clusters/health.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { UNSCHEDULABLE } from '#federation/policies/condition-taints.js'
import { parseTaints } from '#federation/policies/taints.js'
import { type Cluster, MEMBER_VERSION } from '#kinds/federation/cluster/schema.js'
import { alignedColumns } from '#util/text/columns.js'
import { ApiObjects, JoinError } from './api-objects.js'
import { CLUSTERS } from './host-objects.js'

const HEADINGS = ['NAME', 'STATUS', 'VERSION', 'REGION', 'ZONES', 'ADDRESS']
const WORDS = { ready: 'Ready', 'not-ready': 'NotReady', unreachable: 'Offline' } as const

/** The clusters of a host as table lines. Rejects with `JoinError`. */
export async function listClusters(access: MemberAccess): Promise<readonly string[]> {
  const host = new ApiObjects('the host', access)
  try {
    const clusters = await host.list<Cluster>(CLUSTERS)
    if (clusters === undefined) throw new JoinError('the host does not serve clusters')
    return alignedColumns([HEADINGS, ...clusters.map(cellsOf)])
  } finally {
    host.close()
  }
}

function cellsOf({ metadata, spec, status }: Cluster): readonly string[] {
  const result = resultOf(status?.conditions ?? [])
  const isCordoned = parseTaints(metadata.annotations?.[TAINTS]).some(({ key }) => key === UNSCHEDULABLE)
  return [
    metadata.name ?? '',
    [result === undefined ? 'Unknown' : WORDS[result], ...(isCordoned ? ['SchedulingDisabled'] : [])].join(),
    metadata.annotations?.[MEMBER_VERSION] ?? '-',
    status?.region || '-',
    status?.zones?.join(',') || '-',
    spec.serverAddressByClientCIDRs?.map(({ serverAddress }) => serverAddress).join(',') ?? '-',
  ]
}
