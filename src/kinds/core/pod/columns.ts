import { EMPTY_CELL } from '#kinds/shared/workload/columns.js'
import { formatAge } from '#registry/serialize/age.js'
import {
  AGE,
  type Column,
  type ConditionalColumn,
  NAME,
  type RowCondition,
} from '#registry/serialize/column.js'
import type { Pod } from './schema.js'
import { summarize } from './summary.js'

/** By phase. */
const COMPLETED: ReadonlyMap<string | undefined, readonly RowCondition[]> = new Map([
  ['Succeeded', [completed('Succeeded', 'The pod has completed successfully.')]],
  ['Failed', [completed('Failed', 'The pod failed.')]],
])

function completed(reason: string, message: string): RowCondition {
  return { type: 'Completed', status: 'True', reason, message }
}

export const podColumns: readonly (Column<Pod> | ConditionalColumn<Pod>)[] = [
  NAME,
  {
    name: 'Ready',
    type: 'string',
    description: 'How many of the containers are ready.',
    cell: (pod) => {
      const { ready, containers } = summarize(pod)
      return `${ready}/${containers}`
    },
  },
  {
    name: 'Status',
    type: 'string',
    description: 'Phase of the pod, or the reason that it does not start or run.',
    cell: (pod) => summarize(pod).status,
    rowConditions: ({ status }) => COMPLETED.get(status.phase),
  },
  {
    name: 'Restarts',
    type: 'string',
    description: 'How often containers were restarted, and how long ago the last time.',
    passing: true,
    cell: (pod, now) => {
      const { restarts, restartedAt } = summarize(pod)
      const isDated = restarts > 0 && restartedAt !== undefined
      return isDated ? `${restarts} (${formatAge(restartedAt, now)} ago)` : String(restarts)
    },
  },
  AGE,
  {
    name: 'IP',
    type: 'string',
    wide: true,
    description: 'Address of the pod.',
    cell: ({ status }) => status.podIPs?.[0]?.ip ?? EMPTY_CELL,
  },
  {
    name: 'Node',
    type: 'string',
    wide: true,
    description: 'Node that the pod runs on.',
    cell: ({ spec }) => spec.nodeName ?? EMPTY_CELL,
  },
  {
    name: 'Nominated Node',
    type: 'string',
    wide: true,
    description: 'Node on which the scheduler preempts other pods for this pod.',
    cell: ({ status }) => status.nominatedNodeName ?? EMPTY_CELL,
  },
  {
    name: 'Readiness Gates',
    type: 'string',
    wide: true,
    description: 'Number of readiness gates that are true.',
    cell: ({ spec, status }) => {
      const gates = spec.readinessGates
      if (gates === undefined) return EMPTY_CELL
      const open = gates.filter(
        ({ conditionType }) =>
          status.conditions?.find(({ type }) => type === conditionType)?.status === 'True',
      )
      return `${open.length}/${gates.length}`
    },
  },
]
