import { extensionsV1beta1, networkingV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { CARRIED_MEMBERS, keepCarried } from './carried-members.js'
import { ingressColumns, networkingIngressColumns } from './columns.js'
import { networkingV1Conversion } from './conversion.js'
import * as v1beta1 from './extensions-v1beta1/schema.js'
import * as v1beta1Rules from './extensions-v1beta1/validation.js'
import * as v1 from './networking-v1/schema.js'
import * as v1Rules from './networking-v1/validation.js'

export const ingress = builtInKind<v1beta1.Ingress>({
  kind: 'Ingress',
  plural: 'ingresses',
  singular: 'ingress',
  shortNames: ['ing'],
  namespaced: true,
  generation: ['spec', { annotation: CARRIED_MEMBERS }],
  strategy: { prepareForStatusUpdate: keepCarried },
  storageVersion: {
    ...extensionsV1beta1,
    schema: v1beta1.Ingress,
    subresources: [statusOf('Ingress')],
    columns: ingressColumns,
    rules: {
      validate: v1beta1Rules.validateIngress,
      validateStatusUpdate: v1beta1Rules.validateIngressStatus,
    },
  },
  otherVersions: [
    {
      ...networkingV1,
      aliases: ['networking.k8s.io/v1beta1', 'extensions/v1beta1'],
      nameFormat: rfc1123Subdomain,
      schema: v1.Ingress,
      subresources: [statusOf('Ingress')],
      columns: networkingIngressColumns,
      conversion: networkingV1Conversion,
      rules: {
        validate: v1Rules.validateIngress,
        validateCreate: v1Rules.validateIngressClass,
        validateStatusUpdate: v1Rules.validateIngressStatus,
        warnings: v1Rules.ingressWarnings,
      },
    },
  ],
})
