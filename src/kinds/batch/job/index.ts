import { batchV1 } from '#kinds/groups.js'
import { workloadColumns } from '#kinds/shared/workload/columns.js'
import { templateStrategy } from '#kinds/shared/workload/template-strategy.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { formatAge } from '#registry/serialize/age.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { excerpt } from '#util/excerpt.js'
import { generateSelector } from './generated-selector.js'
import { Job } from './schema.js'
import { validateJobStatus } from './status-rules.js'
import { jobWarnings, validateJobUpdate, validateNewJob } from './validation.js'

const jobColumns: readonly Column<Job>[] = [
  NAME,
  { name: 'Status', type: 'string', description: 'State of the job.', cell: progress },
  {
    name: 'Completions',
    type: 'string',
    description: 'Successful pods, out of the required number.',
    cell: completions,
  },
  {
    name: 'Duration',
    type: 'string',
    description: 'How long the job has been running, or took.',
    passing: true,
    cell: ({ status }, now) =>
      status.startTime ? formatAge(status.startTime, timeOf(status.completionTime) ?? now) : '',
  },
  AGE,
  ...workloadColumns,
]

const timeOf = (time: string | null | undefined) => (time ? Date.parse(time) : undefined)

/** The conditions that the status column shows, most important first. */
const ENDED = ['Complete', 'Failed']
const ON_THE_WAY = ['Suspended', 'FailureTarget']

function progress({ metadata, status }: Job): string {
  // Only the first condition of a type counts.
  const holds = (type: string) =>
    status.conditions?.find((condition) => condition.type === type)?.status === 'True'
  return (
    ENDED.find(holds) ?? (metadata.deletionTimestamp ? 'Terminating' : (ON_THE_WAY.find(holds) ?? 'Running'))
  )
}

function completions({ spec, status }: Job): string {
  const succeeded = status.succeeded ?? 0
  if (spec.completions !== undefined) return `${succeeded}/${spec.completions}`
  const parallelism = spec.parallelism ?? 0
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}

export const job = builtInKind<Job>({
  kind: 'Job',
  plural: 'jobs',
  singular: 'job',
  categories: ['all'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  strategy: { ...templateStrategy, prepareForCreate: generateSelector },
  storageVersion: {
    ...batchV1,
    orphansDependents: true,
    schema: Job,
    subresources: [statusOf('Job')],
    columns: jobColumns,
    selectableFields: { 'status.successful': ({ status }: Job) => String(status.succeeded ?? 0) },
    unknownField: (field) => `field label ${JSON.stringify(excerpt(field))} not supported for Job`,
    rules: {
      validateCreate: validateNewJob,
      validateUpdate: validateJobUpdate,
      validateStatusUpdate: validateJobStatus,
      warnings: jobWarnings,
      deletionWarning:
        'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    },
  },
})
