import { rfc1123Subdomain } from '../../../meta/formats.js'
import { defineKind } from '../../../registry/kind.js'
import { storageV1 } from '../../groups.js'
import { capacityColumns } from './columns.js'
import { CSIStorageCapacity } from './schema.js'
import { validateCapacity, validateCapacityUpdate } from './validation.js'

export const csistoragecapacity = defineKind<CSIStorageCapacity>({
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  singular: 'csistoragecapacity',
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...storageV1,
    schema: CSIStorageCapacity,
    subresources: [],
    columns: capacityColumns,
    rules: { validate: validateCapacity, validateUpdate: validateCapacityUpdate },
  },
})
