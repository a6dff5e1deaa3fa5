import { workloadColumns } from '#kinds/shared/workload-columns.js'
import { ageText } from '#registry/serialize/age.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { Job } from './schema.js'
import { isConditionTrue } from './status-rules.js'

export const jobColumns: readonly Column<Job>[] = [
  NAME,
  { name: 'Status', type: 'string', description: 'How far the job has come.', cell: progress },
  {
    name: 'Completions',
    type: 'string',
    description: 'Pods that have succeeded, of those that have to.',
    cell: completions,
  },
  {
    name: 'Duration',
    type: 'string',
    description: 'How long the job has been running, or took.',
    passing: true,
    cell: ({ status }, now) =>
      status.startTime ? ageText(status.startTime, timeOf(status.completionTime) ?? now) : '',
  },
  AGE,
  ...workloadColumns,
]

const timeOf = (time: string | null | undefined) => (time ? Date.parse(time) : undefined)

/** A condition that holds, from the one that says most. */
const ENDED = ['Complete', 'Failed']
const ON_THE_WAY = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet']

function progress({ metadata, status }: Job): string {
  const holds = (type: string) => isConditionTrue(status, type)
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
