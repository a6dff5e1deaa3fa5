import { networkingV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { ingressClassColumns } from './columns.js'
import { IngressClass } from './schema.js'
import { validateIngressClass, validateIngressClassUpdate } from './validation.js'

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
    rules: { validate: validateIngressClass, validateUpdate: validateIngressClassUpdate },
  },
})
