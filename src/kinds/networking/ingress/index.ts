import { defineKind, statusOf } from '../../../registry/kind.js'
import { extensionsV1beta1 } from '../../groups.js'
import { ingressColumns } from './columns.js'
import { Ingress } from './schema.js'
import { validateIngress, validateIngressStatus } from './validation.js'

export const ingress = defineKind<Ingress>({
  kind: 'Ingress',
  plural: 'ingresses',
  singular: 'ingress',
  shortNames: ['ing'],
  namespaced: true,
  storageVersion: {
    ...extensionsV1beta1,
    schema: Ingress,
    subresources: [statusOf('Ingress')],
    columns: ingressColumns,
    rules: { validate: validateIngress, validateStatusUpdate: validateIngressStatus },
  },
})
