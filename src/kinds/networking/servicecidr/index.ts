import { networkingV1 } from '#kinds/groups.js'
import { STATUS_ONLY } from '#kinds/shared/metadata.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { ServiceCIDR } from './schema.js'
import { validateNewServiceCIDR, validateServiceCIDRUpdate } from './validation.js'

const columns: readonly Column<ServiceCIDR>[] = [
  NAME,
  {
    name: 'CIDRs',
    type: 'string',
    description: 'Ranges of addresses for services.',
    cell: ({ spec }) => (spec.cidrs ?? []).join(','),
  },
  AGE,
]

export const serviceCIDR = builtInKind<ServiceCIDR>({
  kind: 'ServiceCIDR',
  plural: 'servicecidrs',
  singular: 'servicecidr',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: { ...STATUS_ONLY, takesNewStatus: true, takesChangedStatus: true },
  storageVersion: {
    ...networkingV1,
    schema: ServiceCIDR,
    subresources: [statusOf('ServiceCIDR')],
    columns,
    rules: { validateCreate: validateNewServiceCIDR, validateUpdate: validateServiceCIDRUpdate },
  },
})
