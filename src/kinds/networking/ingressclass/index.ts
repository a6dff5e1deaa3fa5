import { networkingV1 } from '#kinds/groups.js'
import { EMPTY_CELL } from '#kinds/shared/workload/columns.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { IngressClass } from './schema.js'
import { validateIngressClass, validateIngressClassUpdate } from './validation.js'

const ingressClassColumns: readonly Column<IngressClass>[] = [
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
      if (parameters === undefined) return EMPTY_CELL
      const { apiGroup, kind, name } = parameters
      return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`
    },
  },
  AGE,
]

export const ingressClass = builtInKind<IngressClass>({
  kind: 'IngressClass',
  plural: 'ingressclasses',
  singular: 'ingressclass',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  storageVersion: {
    ...networkingV1,
    schema: IngressClass,
    subresources: [],
    columns: ingressClassColumns,
    rules: { validateCreate: validateIngressClass, validateUpdate: validateIngressClassUpdate },
  },
})
