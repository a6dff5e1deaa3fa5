import type { PodSummary } from '#workloads/pods/summary.js'
import { addAll, type Resources } from './resources.js'

/** Requests that scores assume for pods without any, so that they are spread too. */
const DEFAULT_REQUESTS: Resources = new Map([
  ['cpu', 100],
  ['memory', 200 * 1024 * 1024],
])

export const assumedRequests = (requests: Resources): Resources =>
  requests.size === 0
    ? DEFAULT_REQUESTS
    : new Map([...DEFAULT_REQUESTS].map(([name, least]) => [name, requests.get(name) ?? least]))

/** The unfinished pods of a node. */
export class NodeLoad {
  readonly pods = new Map<string, PodSummary>()
  readonly #requested = new Map<string, number>()
  readonly #assumed = new Map<string, number>()

  get requested(): Resources {
    return this.#requested
  }

  /** Processor and memory with the defaults of scores. */
  get assumed(): Resources {
    return this.#assumed
  }

  set(key: string, pod: PodSummary): void {
    this.pods.set(key, pod)
    addAll(this.#requested, pod.requests)
    addAll(this.#assumed, assumedRequests(pod.requests))
  }

  delete(key: string): void {
    const pod = this.pods.get(key)
    if (pod === undefined) return
    this.pods.delete(key)
    addAll(this.#requested, pod.requests, -1)
    addAll(this.#assumed, assumedRequests(pod.requests), -1)
  }
}

const EMPTY = new NodeLoad()

/** Whether a pod takes room on a node: it has one and has not finished. */
export const isLoad = (pod: PodSummary | undefined): pod is PodSummary =>
  Boolean(pod?.nodeName) && pod?.phase !== 'Succeeded' && pod?.phase !== 'Failed'

/** Which pods are on which nodes, including pods whose binding is being written. */
export class ClusterLoad {
  readonly #nodes = new Map<string, NodeLoad>()
  readonly #nodeOfPod = new Map<string, string>()
  /** Pods with rules about other pods, by key. */
  readonly #withAffinity = new Map<string, PodSummary>()

  set(key: string, pod: PodSummary | undefined): void {
    const before = this.#nodeOfPod.get(key)
    if (before !== undefined) {
      const load = this.#nodes.get(before)
      load?.delete(key)
      if (load?.pods.size === 0) this.#nodes.delete(before)
      this.#nodeOfPod.delete(key)
      this.#withAffinity.delete(key)
    }
    if (!isLoad(pod)) return
    const node = pod.nodeName as string
    let load = this.#nodes.get(node)
    if (load === undefined) {
      load = new NodeLoad()
      this.#nodes.set(node, load)
    }
    load.set(key, pod)
    this.#nodeOfPod.set(key, node)
    if (pod.affinity !== undefined) this.#withAffinity.set(key, pod)
  }

  has(key: string): boolean {
    return this.#nodeOfPod.has(key)
  }

  on(node: string): NodeLoad {
    return this.#nodes.get(node) ?? EMPTY
  }

  withAffinity(): Iterable<PodSummary> {
    return this.#withAffinity.values()
  }

  *all(): Generator<PodSummary> {
    for (const { pods } of this.#nodes.values()) yield* pods.values()
  }
}
