import { batchV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { cronJobColumns } from './columns.js'
import { CronJob } from './schema.js'
import { cronJobWarnings, validateCronJob } from './validation.js'

export const cronJob = builtInKind<CronJob>({
  kind: 'CronJob',
  plural: 'cronjobs',
  singular: 'cronjob',
  shortNames: ['cj'],
  categories: ['all'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  storageVersion: {
    ...batchV1,
    schema: CronJob,
    subresources: [statusOf('CronJob')],
    columns: cronJobColumns,
    rules: { validate: validateCronJob, warnings: cronJobWarnings },
  },
})
