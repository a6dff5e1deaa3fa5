import { defineResource, statusOf } from '../../../../registry/definition.js'
import { extensionsV1beta1 } from '../group.js'
import { ingressColumns } from './columns.js'
import { Ingress } from './schema.js'
import { validateIngress, validateIngressStatus } from './validation.js'

export const ingress = defineResource<Ingress>({
  ...extensionsV1beta1,
  kind: 'Ingress',
  plural: 'ingresses',
  singular: 'ingress',
  shortNames: ['ing'],
  namespaced: true,
  schema: Ingress,
  subresources: [statusOf('Ingress')],
  columns: ingressColumns,
  strategy: { validate: validateIngress, validateStatusUpdate: validateIngressStatus },
})
