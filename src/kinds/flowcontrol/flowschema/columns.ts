import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { FlowSchema } from './schema.js'

const DANGLING: Readonly<Record<string, string>> = { True: 'True', False: 'False' }

export const flowSchemaColumns: readonly Column<FlowSchema>[] = [
  NAME,
  {
    name: 'PriorityLevel',
    type: 'string',
    description: 'Level of the requests.',
    cell: ({ spec }) => spec.priorityLevelConfiguration.name,
  },
  {
    name: 'MatchingPrecedence',
    type: 'integer',
    description: 'Which schema counts where several do, the lowest first.',
    cell: ({ spec }) => spec.matchingPrecedence,
  },
  {
    name: 'DistinguisherMethod',
    type: 'string',
    description: 'How flows are told apart.',
    cell: ({ spec }) => spec.distinguisherMethod?.type ?? '<none>',
  },
  AGE,
  {
    name: 'MissingPL',
    type: 'string',
    description: 'Whether the level is not there.',
    cell: ({ status }) =>
      DANGLING[status.conditions?.find(({ type }) => type === 'Dangling')?.status ?? ''] ?? '?',
  },
]
