import type { ClusterLoad } from './cluster-load.js'
import type { NodeSummary } from './node-summary.js'
import { type LabelledPod, type NamespaceLabels, type PodAffinityRules, rulesOf } from './pod-affinity.js'

/** Numbers by topology key and value. */
class TopologyCounts {
  readonly #counts = new Map<string, Map<string, number>>()

  get isEmpty(): boolean {
    return this.#counts.size === 0
  }

  /** Nodes without the label are in no domain. */
  add(key: string, node: NodeSummary | undefined, by = 1): void {
    const value = node?.labels[key]
    if (value === undefined) return
    const ofKey = this.#counts.get(key) ?? new Map<string, number>()
    this.#counts.set(key, ofKey)
    ofKey.set(value, (ofKey.get(value) ?? 0) + by)
  }

  at(key: string, { labels }: NodeSummary): number {
    const value = labels[key]
    return value === undefined ? 0 : (this.#counts.get(key)?.get(value) ?? 0)
  }

  sum({ labels }: NodeSummary): number {
    let sum = 0
    for (const [key, ofKey] of this.#counts) sum += ofKey.get(labels[key] ?? '') ?? 0
    return sum
  }

  *occupied({ labels }: NodeSummary): Generator<string> {
    for (const [key, ofKey] of this.#counts) if (ofKey.has(labels[key] ?? '')) yield key
  }
}

export interface AffinityContext {
  readonly load: ClusterLoad
  readonly nodeOf: (name: string) => NodeSummary | undefined
  readonly labelsOf: NamespaceLabels
}

/** The reasons of a rejection, and whether removing pods could help. */
export const AFFINITY = "node(s) didn't match pod affinity rules"
const ANTI_AFFINITY = "node(s) didn't match pod anti-affinity rules"
const EXISTING = "node(s) didn't satisfy existing pods anti-affinity rules"

/** Rules between one pod and all placed pods, counted once for all nodes. */
export class AffinityFilter {
  readonly #rules: PodAffinityRules
  /** Pods that match all affinity terms. */
  readonly #wanted = new TopologyCounts()
  /** Pods that match an anti-affinity term. */
  readonly #repelled = new TopologyCounts()
  /** Pods whose anti-affinity terms match this pod. */
  readonly #repelling = new TopologyCounts()
  readonly #scores = new TopologyCounts()
  readonly #matchesItself: boolean

  constructor(pod: LabelledPod, rules: PodAffinityRules, { load, nodeOf, labelsOf }: AffinityContext) {
    this.#rules = rules
    const { affinity, antiAffinity, preferred } = rules
    this.#matchesItself = affinity.every((term) => term.matches(pod))
    if (affinity.length + antiAffinity.length + preferred.length > 0) {
      for (const other of load.all()) {
        const node = nodeOf(other.nodeName as string)
        if (affinity.length > 0 && affinity.every((term) => term.matches(other))) {
          for (const { topologyKey } of affinity) this.#wanted.add(topologyKey, node)
        }
        for (const term of antiAffinity) {
          if (term.matches(other)) this.#repelled.add(term.topologyKey, node)
        }
        for (const term of preferred) {
          if (term.matches(other)) this.#scores.add(term.topologyKey, node, term.weight)
        }
      }
    }
    for (const other of load.withAffinity()) {
      const theirs = rulesOf(other.affinity, other, labelsOf)
      const node = nodeOf(other.nodeName as string)
      for (const term of theirs.antiAffinity) {
        if (term.matches(pod)) this.#repelling.add(term.topologyKey, node)
      }
      for (const term of theirs.preferred) {
        if (term.matches(pod)) this.#scores.add(term.topologyKey, node, term.weight)
      }
      // A pod that needs this one draws it a little.
      for (const term of theirs.affinity) {
        if (term.matches(pod)) this.#scores.add(term.topologyKey, node, 1)
      }
    }
  }

  reject(node: NodeSummary): string | undefined {
    const { affinity, antiAffinity } = this.#rules
    if (affinity.length > 0 && !this.#isWanted(node)) return AFFINITY
    if (antiAffinity.some(({ topologyKey }) => this.#repelled.at(topologyKey, node) > 0)) return ANTI_AFFINITY
    for (const _ of this.#repelling.occupied(node)) return EXISTING
    return undefined
  }

  score(node: NodeSummary): number {
    return this.#scores.sum(node)
  }

  /** The first of a group of pods that want each other may go anywhere. */
  #isWanted(node: NodeSummary): boolean {
    const { affinity } = this.#rules
    if (affinity.some(({ topologyKey }) => node.labels[topologyKey] === undefined)) return false
    if (affinity.every(({ topologyKey }) => this.#wanted.at(topologyKey, node) > 0)) return true
    return this.#wanted.isEmpty && this.#matchesItself
  }
}
