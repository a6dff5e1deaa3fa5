import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { resourceQuotaColumns } from './columns.js'
import { ResourceQuota } from './schema.js'
import {
  validateResourceQuota,
  validateResourceQuotaStatus,
  validateResourceQuotaUpdate,
} from './validation.js'

export const resourceQuota = builtInKind<ResourceQuota>({
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  singular: 'resourcequota',
  shortNames: ['quota'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...coreV1,
    schema: ResourceQuota,
    subresources: [statusOf('ResourceQuota')],
    returnDeletedObject: true,
    columns: resourceQuotaColumns,
    rules: {
      validate: validateResourceQuota,
      validateUpdate: validateResourceQuotaUpdate,
      validateStatusUpdate: validateResourceQuotaStatus,
    },
  },
})
