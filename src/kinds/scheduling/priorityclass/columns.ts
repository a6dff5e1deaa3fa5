import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { PriorityClass } from './schema.js'

export const priorityClassColumns: readonly Column<PriorityClass>[] = [
  NAME,
  {
    name: 'Value',
    type: 'integer',
    description: 'Importance of pods of the class.',
    cell: ({ value }) => value,
  },
  {
    name: 'Global-Default',
    type: 'boolean',
    description: 'Whether it is the class of pods that name none.',
    cell: ({ globalDefault }) => globalDefault ?? false,
  },
  AGE,
  {
    name: 'PreemptionPolicy',
    type: 'string',
    description: 'Whether pods of the class may push out less important ones.',
    cell: ({ preemptionPolicy }) => preemptionPolicy ?? '',
  },
]
