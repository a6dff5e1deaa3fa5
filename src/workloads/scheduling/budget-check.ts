import type { PodDisruptionBudget } from '#kinds/policy/poddisruptionbudget/schema.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { PodSummary } from '#workloads/pods/summary.js'
import { selectorOf } from '#workloads/selector.js'
import type { BudgetCheck } from './preemption.js'

const PREFIX = 'policy/poddisruptionbudgets/'

/** Counts the evictions that the disruption budgets still allow. */
export function budgetCheck(feed: ChangeFeed, kinds: KindRegistry): BudgetCheck {
  const kind = kinds.storedUnder(PREFIX)
  const budgets = [...(kind === undefined ? [] : feed.objectsOf(kind))].map((served) => {
    const { metadata, spec, status } = JSON.parse(served.json.toString()) as PodDisruptionBudget
    const { disruptionsAllowed = 0, disruptedPods = {} } = status
    return {
      namespace: metadata.namespace,
      selector: selectorOf(spec.selector),
      disruptionsAllowed,
      disruptedPods,
    }
  })
  return (pods) => {
    const left = budgets.map(({ disruptionsAllowed }) => disruptionsAllowed)
    const breaks = ({ namespace, name, labels }: PodSummary) => {
      let isBreaking = false
      for (const [index, budget] of budgets.entries()) {
        if (budget.namespace !== namespace || !budget.selector?.matches(labels)) continue
        if (Object.hasOwn(budget.disruptedPods, name)) continue
        left[index] = (left[index] as number) - 1
        isBreaking ||= (left[index] as number) < 0
      }
      return isBreaking
    }
    return new Set(pods.filter(breaks))
  }
}
