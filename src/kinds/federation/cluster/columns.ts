import { AGE, type Column, NAME } from '../../../registry/serialize/column.js'
import type { Cluster } from './schema.js'

/** What the condition of being ready comes to. */
const READINESS: Readonly<Record<string, string>> = { True: 'Ready', False: 'NotReady' }

export const clusterColumns: readonly Column<Cluster>[] = [
  NAME,
  {
    name: 'Status',
    type: 'string',
    description: 'Whether the cluster was ready when it was last probed.',
    cell: ({ status }) => {
      const ready = (status.conditions ?? []).find(({ type }) => type === 'Ready')
      return READINESS[ready?.status ?? ''] ?? 'Unknown'
    },
  },
  AGE,
]
