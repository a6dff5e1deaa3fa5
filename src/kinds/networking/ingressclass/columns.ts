import { NOTHING } from '#kinds/shared/workload-columns.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { IngressClass } from './schema.js'

export const ingressClassColumns: readonly Column<IngressClass>[] = [
  NAME,
  {
    name: 'Controller',
    type: 'string',
    description: 'Controller that implements the ingresses of the class.',
    cell: ({ spec }) => spec.controller ?? '',
  },
  {
    name: 'Parameters',
    type: 'string',
    description: 'Object with further settings for the controller.',
    cell: ({ spec: { parameters } }) => {
      if (parameters === undefined) return NOTHING
      const { apiGroup, kind, name } = parameters
      return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`
    },
  },
  AGE,
]
