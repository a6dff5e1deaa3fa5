import { flowcontrolV1 } from '#kinds/groups.js'
import { STATUS_ONLY } from '#kinds/shared/metadata.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { PriorityLevelConfiguration } from './schema.js'
import { validateLevel, validateLevelStatus } from './validation.js'

const NONE = '<none>'
const queuingOf = ({ spec }: PriorityLevelConfiguration) => spec.limited?.limitResponse.queuing

const levelColumns: readonly Column<PriorityLevelConfiguration>[] = [
  NAME,
  {
    name: 'Type',
    type: 'string',
    description: 'Limited or Exempt.',
    cell: ({ spec }) => spec.type,
  },
  {
    name: 'NominalConcurrencyShares',
    type: 'string',
    description: "Nominal share of the server's concurrency.",
    cell: ({ spec }) => spec.limited?.nominalConcurrencyShares ?? NONE,
  },
  {
    name: 'Queues',
    type: 'string',
    description: 'Number of queues.',
    cell: (level) => queuingOf(level)?.queues ?? NONE,
  },
  {
    name: 'HandSize',
    type: 'string',
    description: 'Number of candidate queues per flow; a request joins the shortest.',
    cell: (level) => queuingOf(level)?.handSize ?? NONE,
  },
  {
    name: 'QueueLengthLimit',
    type: 'string',
    description: 'Maximum number of requests in a queue.',
    cell: (level) => queuingOf(level)?.queueLengthLimit ?? NONE,
  },
  AGE,
]

export const priorityLevelConfiguration = builtInKind<PriorityLevelConfiguration>({
  kind: 'PriorityLevelConfiguration',
  plural: 'prioritylevelconfigurations',
  singular: 'prioritylevelconfiguration',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  strategy: STATUS_ONLY,
  storageVersion: {
    ...flowcontrolV1,
    schema: PriorityLevelConfiguration,
    subresources: [statusOf('PriorityLevelConfiguration')],
    columns: levelColumns,
    rules: { validate: validateLevel, validateStatusUpdate: validateLevelStatus },
  },
})
