import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { ResourceQuota } from './schema.js'

export const resourceQuotaColumns: readonly Column<ResourceQuota>[] = [
  NAME,
  {
    name: 'Request',
    type: 'string',
    description: 'What is used of each resource, and the most that may be.',
    cell: (quota) => usage(quota, (name) => !isLimit(name)),
  },
  {
    name: 'Limit',
    type: 'string',
    description: 'The sum of the limits of each resource, and the most that it may be.',
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
