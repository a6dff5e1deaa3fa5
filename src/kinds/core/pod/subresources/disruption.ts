import { hasEnded } from '#kinds/core/pod/preparation.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { syncFailure, withDisruptionAllowed } from '#kinds/policy/poddisruptionbudget/disruption-allowed.js'
import type { PodDisruptionBudget } from '#kinds/policy/poddisruptionbudget/schema.js'
import { ApiError } from '#meta/api-error.js'
import { selectorMatches } from '#meta/label-selector.js'
import type { Replacement } from '#registry/write/delete-options.js'
import { formatTime } from '#schema/times.js'
import { perObject } from '#util/memoize.js'

/** The maximum number of evictions that the controller has not processed yet. */
const MAX_DISRUPTED = 2000
/** When a client may retry, in seconds. */
const RETRY_AFTER = 10

/** A budget as it is stored. */
export interface StoredBudget {
  readonly key: string
  readonly json: Buffer
}

const budgetOf = perObject(({ json }: StoredBudget) => JSON.parse(json.toString()) as PodDisruptionBudget)

/**
 * The status update of the disruption budget that an eviction causes. Throws if the budget does not allow it. Pods that
 * are finished, pending or being deleted need no budget.
 */
export function spendBudget(pod: Pod, budgets: Iterable<StoredBudget>, now: number): readonly Replacement[] {
  const { metadata, status } = pod
  if (hasEnded(status.phase) || status.phase === 'Pending' || metadata.deletionTimestamp) return []
  const matching = [...budgets].filter((stored) => {
    const { selector } = budgetOf(stored).spec
    return selector !== undefined && selectorMatches(selector, metadata.labels)
  })
  if (matching.length > 1) {
    throw new ApiError(
      'forbidden',
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      {},
    )
  }
  const [found] = matching
  if (found === undefined) return []
  const budget = budgetOf(found)
  if (!isReady(pod) && isAllowedUnready(budget)) return []
  expectDisruptions(budget)
  return [{ key: found.key, object: spent(budget, metadata.name ?? '', now) }]
}

const isReady = ({ status }: Pod) =>
  status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false

/** Whether a pod may be evicted because it is not ready and so does not count. */
function isAllowedUnready({ spec, status }: PodDisruptionBudget): boolean {
  if (spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {}
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy
}

function expectDisruptions({ metadata, status }: PodDisruptionBudget): void {
  const { name = '', generation = 0 } = metadata
  const { observedGeneration = 0, disruptionsAllowed = 0, disruptedPods = {} } = status ?? {}
  if (Number(observedGeneration) < Number(generation)) {
    throw violation(`The disruption budget ${name} is still being processed by the server.`, RETRY_AFTER)
  }
  if (disruptionsAllowed < 0) throw unusable(name, 'pdb disruptions allowed is negative')
  if (Object.keys(disruptedPods).length > MAX_DISRUPTED) {
    throw unusable(name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller')
  }
  if (disruptionsAllowed > 0) return
  const { desiredHealthy = 0, currentHealthy = 0 } = status ?? {}
  const failure = syncFailure(status?.conditions)
  if (failure !== undefined) {
    throw violation(
      `The disruption budget ${name} does not allow evicting pods currently because it failed sync: ${failure}`,
    )
  }
  throw violation(
    `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
  )
}

/** The budget with one disruption less. Properties keep the order of the schema. */
function spent(budget: PodDisruptionBudget, pod: string, now: number): PodDisruptionBudget {
  const { observedGeneration, disruptedPods, ...rest } = budget.status
  const time = formatTime(new Date(now))
  const left = rest.disruptionsAllowed - 1
  const disrupted = Object.entries({ ...disruptedPods, [pod]: time })
  return {
    ...budget,
    status: {
      observedGeneration,
      disruptedPods: Object.fromEntries(disrupted.sort(([one], [other]) => (one < other ? -1 : 1))),
      ...rest,
      disruptionsAllowed: left,
      conditions:
        left > 0 ? rest.conditions : withDisruptionAllowed(rest.conditions, left, observedGeneration, time),
    },
  }
}

const violation = (message: string, retryAfterSeconds?: number) =>
  new ApiError('tooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [{ reason: 'DisruptionBudget', message, field: undefined }],
    retryAfterSeconds,
  })

const unusable = (name: string, why: string) =>
  new ApiError('forbidden', `poddisruptionbudget.policy ${JSON.stringify(name)} is forbidden: ${why}`, {
    name,
    group: 'policy',
    kind: 'poddisruptionbudget',
  })
