import { coordinationV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { leaseColumns } from './columns.js'
import { Lease } from './schema.js'
import { validateLease } from './validation.js'

export const lease = builtInKind<Lease>({
  kind: 'Lease',
  plural: 'leases',
  singular: 'lease',
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...coordinationV1,
    schema: Lease,
    subresources: [],
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    columns: leaseColumns,
    rules: { validate: validateLease },
  },
})
