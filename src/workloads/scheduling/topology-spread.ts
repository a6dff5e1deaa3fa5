import type { Pod } from '#kinds/core/pod/schema.js'
import type { LabelSelector } from '#selector/label-selector.js'
import { selectorOf } from '#workloads/selector.js'
import type { ClusterLoad } from './cluster-load.js'
import { isSelected } from './node-affinity.js'
import type { NodeSummary } from './node-summary.js'
import { type LabelledPod, withLabelKeys } from './pod-affinity.js'
import { toleratesAll } from './taints.js'

interface Constraint {
  readonly topologyKey: string
  readonly maxSkew: number
  readonly minDomains: number
  readonly selector: LabelSelector | undefined
  /** Matching pods by domain. */
  readonly domains: Map<string, number>
}

const NOT_SPREAD = "node(s) didn't match pod topology spread constraints"
export const LABEL_MISSING = `${NOT_SPREAD} (missing required label)`

/** The spread constraints of one pod, counted once for all nodes. */
export class SpreadFilter {
  readonly #required: readonly Constraint[]
  readonly #preferred: readonly Constraint[]
  readonly #labels: LabelledPod['labels']

  constructor(pod: Pick<Pod, 'spec'>, known: LabelledPod, nodes: Iterable<NodeSummary>, load: ClusterLoad) {
    const constraints = pod.spec.topologySpreadConstraints ?? []
    const having = (action: string) =>
      constraints
        .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action)
        .map((constraint) => ({ constraint, counted: constraintOf(constraint, known) }))
    this.#labels = known.labels
    const groups = [having('DoNotSchedule'), having('ScheduleAnyway')]
    if (constraints.length > 0) {
      for (const node of nodes) {
        for (const group of groups) {
          // A domain needs the labels of all constraints.
          if (!group.every(({ counted }) => node.labels[counted.topologyKey] !== undefined)) continue
          for (const { constraint, counted } of group) {
            if (isIncluded(pod, node, constraint)) countPods(counted, known.namespace, node, load)
          }
        }
      }
    }
    const [required = [], preferred = []] = groups.map((group) => group.map(({ counted }) => counted))
    this.#required = required
    this.#preferred = preferred
  }

  get isEmpty(): boolean {
    return this.#required.length + this.#preferred.length === 0
  }

  reject({ labels }: NodeSummary): string | undefined {
    for (const { topologyKey, selector, domains, minDomains, maxSkew } of this.#required) {
      const domain = labels[topologyKey]
      if (domain === undefined) return LABEL_MISSING
      const least = domains.size < minDomains ? 0 : smallest(domains)
      const own = selector?.matches(this.#labels) ? 1 : 0
      if ((domains.get(domain) ?? 0) + own - least > maxSkew) return NOT_SPREAD
    }
    return undefined
  }

  /** Lower for domains with more matching pods. */
  score({ labels }: NodeSummary): number {
    let score = 0
    for (const { topologyKey, domains } of this.#preferred) {
      const domain = labels[topologyKey]
      // Nodes outside all domains are the last choice.
      score -= domain === undefined ? largest(domains) + 1 : (domains.get(domain) ?? 0)
    }
    return score
  }
}

type ConstraintObject = NonNullable<Pod['spec']['topologySpreadConstraints']>[number]

const constraintOf = (constraint: ConstraintObject, { labels }: LabelledPod): Constraint => ({
  topologyKey: constraint.topologyKey,
  maxSkew: constraint.maxSkew,
  minDomains: constraint.minDomains ?? 1,
  selector: selectorOf(withLabelKeys(constraint, labels)),
  domains: new Map(),
})

/** By default, nodes that the pod does not select are left out, and taints are ignored. */
const isIncluded = (
  pod: Pick<Pod, 'spec'>,
  node: NodeSummary,
  { nodeAffinityPolicy, nodeTaintsPolicy }: ConstraintObject,
) =>
  (nodeAffinityPolicy === 'Ignore' || isSelected(pod, node)) &&
  (nodeTaintsPolicy !== 'Honor' || toleratesAll(pod, node))

/** Terminating pods do not count. */
function countPods(
  { topologyKey, selector, domains }: Constraint,
  namespace: string,
  { name, labels }: NodeSummary,
  load: ClusterLoad,
): void {
  let count = 0
  for (const pod of load.on(name).pods.values()) {
    if (pod.namespace === namespace && !pod.isTerminating && selector?.matches(pod.labels)) count++
  }
  const domain = labels[topologyKey] as string
  domains.set(domain, (domains.get(domain) ?? 0) + count)
}

const smallest = (domains: ReadonlyMap<string, number>) =>
  domains.size === 0 ? 0 : Math.min(...domains.values())
const largest = (domains: ReadonlyMap<string, number>) => Math.max(0, ...domains.values())
