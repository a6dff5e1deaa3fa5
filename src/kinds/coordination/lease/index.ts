import { rfc1123Subdomain } from '../../../meta/formats.js'
import { defineKind } from '../../../registry/kind.js'
import { coordinationV1 } from '../../groups.js'
import { leaseColumns } from './columns.js'
import { Lease } from './schema.js'
import { validateLease } from './validation.js'

export const lease = defineKind<Lease>({
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
    createsOnReplace: true,
    replacesByVersion: true,
    columns: leaseColumns,
    rules: { validate: validateLease },
  },
})
