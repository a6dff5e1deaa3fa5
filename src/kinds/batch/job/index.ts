import { batchV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { excerpt } from '#util/excerpt.js'
import { validateJobUpdate } from './change-rules.js'
import { jobColumns } from './columns.js'
import { generateSelector } from './generated-selector.js'
import { Job } from './schema.js'
import { validateJobStatus } from './status-rules.js'
import { jobWarnings, validateJob } from './validation.js'

export const job = builtInKind<Job>({
  kind: 'Job',
  plural: 'jobs',
  singular: 'job',
  categories: ['all'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  strategy: { prepareForCreate: generateSelector },
  storageVersion: {
    ...batchV1,
    orphansDependents: true,
    schema: Job,
    subresources: [statusOf('Job')],
    columns: jobColumns,
    selectableFields: { 'status.successful': ({ status }: Job) => String(status.succeeded ?? 0) },
    unknownField: (field) => `field label ${JSON.stringify(excerpt(field))} not supported for Job`,
    rules: {
      validate: validateJob,
      validateUpdate: validateJobUpdate,
      validateStatusUpdate: validateJobStatus,
      warnings: jobWarnings,
      deletionWarning:
        'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    },
  },
})
