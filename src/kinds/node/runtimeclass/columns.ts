import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { RuntimeClass } from './schema.js'

export const runtimeClassColumns: readonly Column<RuntimeClass>[] = [
  NAME,
  {
    name: 'Handler',
    type: 'string',
    description: 'Configuration of the container runtime that is used.',
    cell: ({ handler }) => handler,
  },
  AGE,
]
