import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { MEMBER_VERSION } from './member-version.js'
import type { Cluster } from './schema.js'

const NONE = '<none>'

/** What the conditions of a cluster come to. */
function summaryOf({ status }: Cluster): string {
  const holds = (type: string) =>
    (status.conditions ?? []).find((condition) => condition.type === type)?.status
  if (holds('Ready') === 'True') return 'Ready'
  if (holds('Ready') === 'False') return 'NotReady'
  return holds('Offline') === 'True' ? 'Offline' : 'Unknown'
}

export const clusterColumns: readonly Column<Cluster>[] = [
  NAME,
  {
    name: 'Status',
    type: 'string',
    description: 'Whether the cluster was ready, or could not be reached, when it was last probed.',
    cell: summaryOf,
  },
  AGE,
  {
    name: 'Version',
    type: 'string',
    wide: true,
    description: 'Version that the cluster says it has.',
    cell: ({ metadata }) => metadata.annotations?.[MEMBER_VERSION] ?? NONE,
  },
  {
    name: 'Region',
    type: 'string',
    wide: true,
    description: 'Region that the nodes of the cluster are in.',
    cell: ({ status }) => status.region || NONE,
  },
  {
    name: 'Zones',
    type: 'string',
    wide: true,
    description: 'Zones that the nodes of the cluster are in.',
    cell: ({ status }) => status.zones?.join(',') || NONE,
  },
]
