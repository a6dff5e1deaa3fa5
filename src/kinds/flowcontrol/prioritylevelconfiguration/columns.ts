import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { PriorityLevelConfiguration } from './schema.js'

const NONE = '<none>'
const queuingOf = ({ spec }: PriorityLevelConfiguration) => spec.limited?.limitResponse.queuing

export const levelColumns: readonly Column<PriorityLevelConfiguration>[] = [
  NAME,
  {
    name: 'Type',
    type: 'string',
    description: 'Whether the level has a limit.',
    cell: ({ spec }) => spec.type,
  },
  {
    name: 'NominalConcurrencyShares',
    type: 'string',
    description: 'Share of all requests at once.',
    cell: ({ spec }) => spec.limited?.nominalConcurrencyShares ?? NONE,
  },
  {
    name: 'Queues',
    type: 'string',
    description: 'Queues of the level.',
    cell: (level) => queuingOf(level)?.queues ?? NONE,
  },
  {
    name: 'HandSize',
    type: 'string',
    description: 'Queues of which a request takes the shortest.',
    cell: (level) => queuingOf(level)?.handSize ?? NONE,
  },
  {
    name: 'QueueLengthLimit',
    type: 'string',
    description: 'Requests that may wait in a queue.',
    cell: (level) => queuingOf(level)?.queueLengthLimit ?? NONE,
  },
  AGE,
]
