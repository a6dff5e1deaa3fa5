import { type EventDetails, normalEvent, warningEvent } from '#controllers/events/event-recorder.js'
import {
  withDisruptionAllowed,
  withSyncFailed,
} from '#kinds/policy/poddisruptionbudget/disruption-allowed.js'
import type { PodDisruptionBudget } from '#kinds/policy/poddisruptionbudget/schema.js'
import { formatTime } from '#schema/times.js'
import { DISRUPTION_BUDGET } from '#workloads/action.js'
import type { PodSummary, Pods } from '#workloads/pods/summary.js'
import type { ScaleTargets } from '#workloads/scale-targets.js'
import { selectorOf } from '#workloads/selector.js'
import { SelectorIndex } from '#workloads/selector-index.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import { expectedPods } from './expected-pods.js'

const PREFIX = 'policy/poddisruptionbudgets/'
/** How long an evicted pod that still exists counts as gone. */
const DELETION_TIMEOUT_MS = 120_000

export const budgetIndex = () =>
  new SelectorIndex(PREFIX, ({ selector }: PodDisruptionBudget['spec']) => selectorOf(selector))

/** Reports how many pods each budget allows to evict. */
export function disruptionBudgets(
  pods: Pods,
  index: SelectorIndex,
  targets: ScaleTargets,
): WorkloadKind<PodDisruptionBudget> {
  const podsOf = ({ metadata, spec }: Readonly<PodDisruptionBudget>) => {
    const selector = selectorOf(spec.selector)
    if (selector === undefined) return []
    return [...pods.in(metadata.namespace ?? '')].filter(({ labels }) => selector.matches(labels))
  }
  return {
    kind: DISRUPTION_BUDGET,
    prefix: PREFIX,
    component: 'controllermanager',
    plan: (budget, now) => {
      const selected = podsOf(budget)
      const disrupted = Object.values(disruptedPods(budget, selected, now))
      const times = disrupted.map((time) => Date.parse(time) + DELETION_TIMEOUT_MS + 1)
      return {
        actions: [],
        events: eventsOf(budget, selected, targets),
        requeueAt: times.length === 0 ? undefined : Math.min(...times),
      }
    },
    status: (budget, now) => budgetStatus(budget, podsOf(budget), targets, now),
    follow: (enqueue) => [
      pods.onChange((before, after) => {
        const uids = new Set<string>()
        for (const pod of [before, after]) {
          if (pod === undefined) continue
          for (const uid of index.selecting(pod.namespace, pod.labels)) uids.add(uid)
        }
        for (const uid of uids) enqueue(uid)
      }),
    ],
  }
}

function budgetStatus(
  budget: Readonly<PodDisruptionBudget>,
  pods: readonly PodSummary[],
  targets: ScaleTargets,
  now: number,
): PodDisruptionBudget['status'] {
  const { metadata, spec, status } = budget
  const time = formatTime(new Date(now))
  const expected = expectedPods(spec, pods, targets)
  if (expected.failure !== undefined) {
    const { conditions, observedGeneration } = status
    return {
      ...status,
      disruptionsAllowed: 0,
      conditions: withSyncFailed(conditions, expected.failure, observedGeneration, time),
    }
  }
  const disrupted = disruptedPods(budget, pods, now)
  const currentHealthy = pods.filter(
    ({ name, isReady, isTerminating }) => isReady && !isTerminating && !Object.hasOwn(disrupted, name),
  ).length
  const { desiredHealthy, count } = expected
  const disruptionsAllowed = count > 0 ? Math.max(currentHealthy - desiredHealthy, 0) : 0
  const { generation } = metadata
  return {
    observedGeneration: generation,
    disruptedPods: Object.keys(disrupted).length === 0 ? undefined : disrupted,
    disruptionsAllowed,
    currentHealthy,
    desiredHealthy,
    expectedPods: count,
    conditions: withDisruptionAllowed(status.conditions, disruptionsAllowed, generation, time),
  }
}

/** Evicted pods that still exist, with the time of their eviction. */
function disruptedPods(
  { status }: Readonly<PodDisruptionBudget>,
  pods: readonly PodSummary[],
  now: number,
): Record<string, string> {
  const before = status.disruptedPods
  if (before === undefined) return {}
  const disrupted: Record<string, string> = {}
  for (const { name, isTerminating } of pods) {
    const time = Object.hasOwn(before, name) ? before[name] : undefined
    if (time && !isTerminating && Date.parse(time) + DELETION_TIMEOUT_MS >= now) disrupted[name] = time
  }
  return disrupted
}

/** Recorded when the state begins, not with every change of a pod. */
function eventsOf(
  { metadata, spec, status }: Readonly<PodDisruptionBudget>,
  pods: readonly PodSummary[],
  targets: ScaleTargets,
): readonly EventDetails[] {
  const isNew = status.observedGeneration !== metadata.generation
  if (pods.length === 0) {
    return isNew || status.expectedPods > 0 ? [normalEvent('NoPods', 'No matching pods found')] : []
  }
  if (!isNew && status.expectedPods === pods.length) return []
  const { failure, unmanaged } = expectedPods(spec, pods, targets)
  if (failure !== undefined) {
    const message = `Failed to calculate the number of expected pods: ${failure}`
    return [warningEvent('CalculateExpectedPodCountFailed', message)]
  }
  if (unmanaged === 0) return []
  return [
    warningEvent(
      'UnmanagedPods',
      'Some selected pods have no controller, so the status of the budget cannot be computed correctly. Set ".spec.minAvailable" to an integer.',
    ),
  ]
}
