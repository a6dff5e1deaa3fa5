import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { ConfigMap } from './schema.js'

export const configMapColumns: readonly Column<ConfigMap>[] = [
  NAME,
  {
    name: 'Data',
    type: 'string',
    description: 'How many keys there are, of text and of bytes.',
    cell: ({ data = {}, binaryData = {} }) => Object.keys(data).length + Object.keys(binaryData).length,
  },
  AGE,
]
