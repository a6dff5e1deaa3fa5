import type { Pod } from '#kinds/core/pod/schema.js'
import { AFFINITY, type AffinityContext, AffinityFilter } from './affinity-filter.js'
import type { ClusterLoad } from './cluster-load.js'
import { areTaken, freeShare, misfitOf } from './fit.js'
import { hostPortsOf } from './host-ports.js'
import { isSelected, nodePreference } from './node-affinity.js'
import type { NodeSummary } from './node-summary.js'
import { type LabelledPod, type NamespaceLabels, rulesOf } from './pod-affinity.js'
import { requestsOf } from './resources.js'
import { dislikedTaints, untoleratedTaint } from './taints.js'
import { LABEL_MISSING, SpreadFilter } from './topology-spread.js'

export interface SchedulingContext {
  readonly nodes: { all(): Iterable<NodeSummary>; get(name: string): NodeSummary | undefined }
  readonly load: ClusterLoad
  readonly labelsOf: NamespaceLabels
}

/** The chosen node, or why there is none. */
export type Placement =
  | { readonly node: string }
  | {
      readonly message: string
      /** Why no pods could be preempted. */
      readonly withoutVictims: string
      readonly dependsOnPods: boolean
      /** Nodes on which the removal of pods could help. */
      readonly candidates: readonly NodeSummary[]
    }

interface Rejection {
  readonly reasons: readonly string[]
  /** Whether the removal of pods could help. */
  readonly isResolvable: boolean
}

/** Chooses the best of the feasible nodes. */
export function placePod(pod: Readonly<Pod>, context: SchedulingContext): Placement {
  const { load } = context
  const filter = new NodeFilter(pod, context)
  const feasible: NodeSummary[] = []
  const rejections: Rejection[] = []
  const candidates: NodeSummary[] = []
  for (const node of context.nodes.all()) {
    const rejection = filter.reject(node)
    if (rejection === undefined) feasible.push(node)
    else rejections.push(rejection)
    if (rejection?.isResolvable) candidates.push(node)
  }
  if (feasible.length > 0) {
    const scores = filter.scores(feasible)
    let best = 0
    for (let index = 1; index < feasible.length; index++) {
      const difference = (scores[index] as number) - (scores[best] as number)
      const isLess = podsOn(load, feasible[index]) < podsOn(load, feasible[best])
      if (difference > 0 || (difference === 0 && isLess)) best = index
    }
    return { node: (feasible[best] as NodeSummary).name }
  }
  return { ...messagesOf(rejections), dependsOnPods: filter.dependsOnPods, candidates }
}

export const isFeasible = (pod: Readonly<Pod>, node: NodeSummary, context: SchedulingContext): boolean =>
  new NodeFilter(pod, context).reject(node) === undefined

const podsOn = (load: ClusterLoad, node: NodeSummary | undefined) => load.on(node?.name ?? '').pods.size

/** The scheduler's explanation, and that of a vain attempt to preempt pods. */
function messagesOf(rejections: readonly Rejection[]) {
  if (rejections.length === 0) return { message: 'no nodes available to schedule pods', withoutVictims: '' }
  const none = `0/${rejections.length} nodes are available`
  const reasons = histogram(rejections.flatMap(({ reasons }) => reasons))
  const preemption = histogram(
    rejections.map(({ isResolvable }) => (isResolvable ? NO_VICTIMS : NOT_HELPFUL)),
  )
  return { message: `${none}: ${reasons}.`, withoutVictims: `${none}: ${preemption}.` }
}

const NO_VICTIMS = 'No preemption victims found for incoming pod'
const NOT_HELPFUL = 'Preemption is not helpful for scheduling'

/** The explanation if no node was looked at. */
export const unscheduledMessage = (reason: string, nodes: number) =>
  nodes === 0
    ? 'no nodes available to schedule pods'
    : `0/${nodes} nodes are available: ${reason}. preemption: 0/${nodes} nodes are available: ${nodes} ${NOT_HELPFUL}.`

function histogram(reasons: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .sort()
    .join(', ')
}

const unresolvable = (reason: string): Rejection => ({ reasons: [reason], isResolvable: false })
const resolvable = (reason: string): Rejection => ({ reasons: [reason], isResolvable: true })

/** The checks and scores of one pod, in the order of the scheduler. */
class NodeFilter {
  readonly #pod: Readonly<Pod>
  readonly #load: ClusterLoad
  readonly #requests: ReturnType<typeof requestsOf>
  readonly #ports: ReturnType<typeof hostPortsOf>
  readonly #spread: SpreadFilter
  readonly #affinity: AffinityFilter
  /** Whether a new pod elsewhere could make a node feasible. */
  readonly dependsOnPods: boolean

  constructor(pod: Readonly<Pod>, { nodes, load, labelsOf }: SchedulingContext) {
    const known: LabelledPod = { namespace: pod.metadata.namespace ?? '', labels: pod.metadata.labels }
    const around: AffinityContext = { load, labelsOf, nodeOf: (name) => nodes.get(name) }
    const rules = rulesOf(pod.spec.affinity, known, labelsOf)
    this.#pod = pod
    this.#load = load
    this.#requests = requestsOf(pod.spec as Parameters<typeof requestsOf>[0])
    this.#ports = hostPortsOf(pod.spec)
    this.#spread = new SpreadFilter(pod, known, nodes.all(), load)
    this.#affinity = new AffinityFilter(known, rules, around)
    this.dependsOnPods = rules.affinity.length > 0 || !this.#spread.isEmpty
  }

  reject(node: NodeSummary): Rejection | undefined {
    const pod = this.#pod
    const taint = untoleratedTaint(pod, node)
    if (taint !== undefined) {
      return unresolvable(
        node.isUnschedulable
          ? 'node(s) were unschedulable'
          : `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`,
      )
    }
    if (!isSelected(pod, node)) return unresolvable("node(s) didn't match Pod's node affinity/selector")
    const load = this.#load.on(node.name)
    if (areTaken(this.#ports, load))
      return resolvable("node(s) didn't have free ports for the requested pod ports")
    const misfit = misfitOf(this.#requests, node, load)
    if (misfit !== undefined) return { reasons: misfit.reasons, isResolvable: !misfit.isForGood }
    const uneven = this.#spread.reject(node)
    if (uneven !== undefined) return uneven === LABEL_MISSING ? unresolvable(uneven) : resolvable(uneven)
    const unwanted = this.#affinity.reject(node)
    if (unwanted !== undefined) return unwanted === AFFINITY ? unresolvable(unwanted) : resolvable(unwanted)
    return undefined
  }

  /** The weighted sums of the scheduler's scores, one per node. */
  scores(nodes: readonly NodeSummary[]): readonly number[] {
    if (nodes.length === 1) return [0]
    const pod = this.#pod
    const weighted = [
      { weight: 3, scores: normalized(nodes.map((node) => -dislikedTaints(pod, node))) },
      { weight: 2, scores: normalized(nodes.map((node) => nodePreference(pod, node))) },
      { weight: 2, scores: normalized(nodes.map((node) => this.#affinity.score(node))) },
      { weight: 2, scores: normalized(nodes.map((node) => this.#spread.score(node))) },
      {
        weight: 1,
        scores: nodes.map((node) => freeShare(this.#requests, node, this.#load.on(node.name))),
      },
    ]
    return nodes.map((_, index) =>
      weighted.reduce((sum, { weight, scores }) => sum + weight * (scores[index] as number), 0),
    )
  }
}

/** From 0 for the worst node to 100 for the best. */
function normalized(scores: readonly number[]): readonly number[] {
  const worst = Math.min(...scores)
  const range = Math.max(...scores) - worst
  return scores.map((score) => (range === 0 ? 0 : ((score - worst) / range) * 100))
}
