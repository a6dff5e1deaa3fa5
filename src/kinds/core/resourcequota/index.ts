import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { ResourceQuota } from './schema.js'
import {
  validateResourceQuota,
  validateResourceQuotaStatus,
  validateResourceQuotaUpdate,
} from './validation.js'

const resourceQuotaColumns: readonly Column<ResourceQuota>[] = [
  NAME,
  {
    name: 'Request',
    type: 'string',
    description: 'Used amount and limit of each resource.',
    cell: (quota) => usage(quota, (name) => !isLimit(name)),
  },
  {
    name: 'Limit',
    type: 'string',
    description: 'Used amount and limit of each resource limit.',
    cell: (quota) => usage(quota, isLimit),
  },
  AGE,
]

const isLimit = (name: string) => name.startsWith('limits.')

function usage({ status: { hard = {}, used = {} } }: ResourceQuota, test: (name: string) => boolean): string {
  return Object.keys(hard)
    .filter(test)
    .sort()
    .map((name) => `${name}: ${used[name] ?? '0'}/${hard[name]}`)
    .join(', ')
}

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
