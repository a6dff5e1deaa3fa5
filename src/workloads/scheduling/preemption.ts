import type { Pod } from '#kinds/core/pod/schema.js'
import type { PodSummary } from '#workloads/pods/summary.js'
import type { NodeSummary } from './node-summary.js'
import { isFeasible, type SchedulingContext } from './place-pod.js'

/** The pods that make room on a node. */
export interface Preemption {
  readonly node: string
  readonly victims: readonly PodSummary[]
}

/** Tells pods whose eviction would break a disruption budget from others. The most important come first. */
export type BudgetCheck = (pods: readonly PodSummary[]) => ReadonlySet<PodSummary>

/** More nodes are not tried. */
const MAX_CANDIDATES = 100

/** Finds the node where the least important pods make room for a pod; undefined if there is none. */
export function findPreemption(
  pod: Readonly<Pod>,
  candidates: readonly NodeSummary[],
  context: SchedulingContext,
  breakingBudgets: BudgetCheck,
): Preemption | undefined {
  let best: Choice | undefined
  for (const node of candidates.slice(0, MAX_CANDIDATES)) {
    const choice = victimsOn(pod, node, context, breakingBudgets)
    if (choice !== undefined && (best === undefined || isBetter(choice, best))) best = choice
  }
  return best
}

interface Choice extends Preemption {
  /** The smaller, the better; the first that differs decides. */
  readonly costs: readonly number[]
}

const isBetter = (one: Choice, other: Choice): boolean => {
  const index = one.costs.findIndex((cost, place) => cost !== other.costs[place])
  return index >= 0 && (one.costs[index] as number) < (other.costs[index] as number)
}

/** Without all less important pods there must be room. As many as possible stay then. */
function victimsOn(
  pod: Readonly<Pod>,
  node: NodeSummary,
  context: SchedulingContext,
  breakingBudgets: BudgetCheck,
): Choice | undefined {
  const { load } = context
  const priority = pod.spec.priority ?? 0
  const lower = [...load.on(node.name).pods].filter(([, other]) => other.priority < priority)
  if (lower.length === 0) return undefined
  const keys = new Map(lower.map(([key, other]) => [other, key]))
  for (const [key] of lower) load.set(key, undefined)
  try {
    if (!isFeasible(pod, node, context)) return undefined
    // Pods that end anyway need no eviction.
    const able = lower.map(([, other]) => other).filter(({ isTerminating }) => !isTerminating)
    const byImportance = able.sort(
      (one, other) => other.priority - one.priority || one.createdAt - other.createdAt,
    )
    const breaking = breakingBudgets(byImportance)
    const inOrder = [
      ...byImportance.filter((other) => breaking.has(other)),
      ...byImportance.filter((other) => !breaking.has(other)),
    ]
    const victims = inOrder.filter((other) => {
      const key = keys.get(other) as string
      load.set(key, other)
      if (isFeasible(pod, node, context)) return false
      load.set(key, undefined)
      return true
    })
    return victims.length === 0 ? undefined : choiceOf(node, victims, breaking)
  } finally {
    for (const [key, other] of lower) load.set(key, other)
  }
}

function choiceOf(
  { name }: NodeSummary,
  victims: readonly PodSummary[],
  breaking: ReadonlySet<PodSummary>,
): Choice {
  const priorities = victims.map(({ priority }) => priority)
  const highest = Math.max(...priorities)
  const costs = [
    victims.filter((victim) => breaking.has(victim)).length,
    highest,
    // Negative priorities must not make more victims look better.
    priorities.reduce((sum, priority) => sum + priority + 2 ** 31, 0),
    victims.length,
    -Math.min(...victims.filter(({ priority }) => priority === highest).map(({ createdAt }) => createdAt)),
  ]
  return { node: name, victims: victims.toSorted((one, other) => one.priority - other.priority), costs }
}
