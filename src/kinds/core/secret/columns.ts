import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { Secret } from './schema.js'

export const secretColumns: readonly Column<Secret>[] = [
  NAME,
  {
    name: 'Type',
    type: 'string',
    description: 'What the secret is for.',
    cell: ({ type }) => type ?? '',
  },
  {
    name: 'Data',
    type: 'string',
    description: 'How many keys there are.',
    cell: ({ data = {} }) => Object.keys(data).length,
  },
  AGE,
]
