import { batchV1 } from '#kinds/groups.js'
import { dropDisabledFields } from '#kinds/shared/pod/disabled-fields.js'
import { EMPTY_CELL, workloadColumns } from '#kinds/shared/workload/columns.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { formatAge } from '#registry/serialize/age.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { CronJob } from './schema.js'
import { cronJobWarnings, validateCronJob, validateNewCronJob } from './validation.js'

const cronJobColumns: readonly Column<CronJob>[] = [
  NAME,
  {
    name: 'Schedule',
    type: 'string',
    description: 'When jobs are started.',
    cell: ({ spec }) => spec.schedule,
  },
  {
    name: 'Timezone',
    type: 'string',
    description: 'Time zone of the schedule.',
    cell: ({ spec }) => spec.timeZone ?? EMPTY_CELL,
  },
  {
    name: 'Suspend',
    type: 'boolean',
    description: 'Whether the schedule is suspended.',
    cell: ({ spec }) => (spec.suspend === undefined ? '<unset>' : spec.suspend ? 'True' : 'False'),
  },
  {
    name: 'Active',
    type: 'integer',
    description: 'Jobs that are running.',
    cell: ({ status }) => status.active?.length ?? 0,
  },
  {
    name: 'Last Schedule',
    type: 'string',
    description: 'Time since a job was last started.',
    passing: true,
    cell: ({ status }, now) =>
      status.lastScheduleTime ? formatAge(status.lastScheduleTime, now) : EMPTY_CELL,
  },
  AGE,
  ...workloadColumns.map(
    (column): Column<CronJob> => ({
      ...column,
      // The pods are those of the jobs.
      cell: ({ metadata, spec }, now) =>
        column.cell?.({ metadata, spec: spec.jobTemplate.spec }, now) ?? EMPTY_CELL,
    }),
  ),
]

export const cronJob = builtInKind<CronJob>({
  kind: 'CronJob',
  plural: 'cronjobs',
  singular: 'cronjob',
  shortNames: ['cj'],
  categories: ['all'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  strategy: {
    dropDisabledFields: ({ spec: { jobTemplate } }, current, { features }) =>
      dropDisabledFields(
        jobTemplate.spec.template.spec,
        current?.spec.jobTemplate.spec.template.spec,
        features,
      ),
  },
  storageVersion: {
    ...batchV1,
    schema: CronJob,
    subresources: [statusOf('CronJob')],
    columns: cronJobColumns,
    rules: { validate: validateCronJob, validateCreate: validateNewCronJob, warnings: cronJobWarnings },
  },
})
