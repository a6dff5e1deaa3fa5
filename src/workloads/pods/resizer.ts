import type { Pod } from '#kinds/core/pod/schema.js'
import { type ClusterLoad, isLoad } from '#workloads/scheduling/cluster-load.js'
import type { NodeSummary } from '#workloads/scheduling/node-summary.js'
import { sameResources } from '#workloads/scheduling/resources.js'
import type { PodStep } from './life.js'
import { resizeOf } from './resize.js'
import type { PodSummary } from './summary.js'

/** Resizes pods, and tracks which wait for room on their node. `P` is the caller's key of a pod. */
export class PodResizer<P extends { readonly key: string }> {
  readonly #load: ClusterLoad
  /** The nodes of the waiting pods. */
  readonly #waiting = new Map<P, string>()

  constructor(load: ClusterLoad) {
    this.#load = load
  }

  /** Returns undefined if nothing is to be reported. */
  step(
    known: P,
    pod: Readonly<Pod>,
    now: number,
    node: NodeSummary | undefined,
  ): Extract<PodStep, { type: 'report' }> | undefined {
    this.#waiting.delete(known)
    const { phase } = pod.status
    if (pod.metadata.deletionTimestamp || phase === 'Succeeded' || phase === 'Failed') return undefined
    if (node?.isReady === false) return undefined
    const nodeName = pod.spec.nodeName ?? ''
    const load = this.#load.on(nodeName)
    const resize = resizeOf(known.key, pod, now, node, load)
    if (resize === undefined) return undefined
    const { accepted, step } = resize
    if (accepted === undefined) this.#waiting.set(known, nodeName)
    const summary = load.pods.get(known.key)
    // Others that are resized before this is written must not get the same room.
    if (accepted && summary)
      this.#load.set(known.key, { ...summary, allocated: accepted, requests: accepted })
    return step
  }

  forget(known: P): void {
    this.#waiting.delete(known)
  }

  /** The pods to retry when a node changed. */
  waitingOn(node: string): P[] {
    return [...this.#waiting].filter(([, name]) => name === node).map(([known]) => known)
  }

  /** The pods to retry when another pod changed: it may have left room. */
  helpedBy(before: PodSummary | undefined, after: PodSummary | undefined): P[] {
    if (this.#waiting.size === 0 || !isLoad(before)) return []
    if (isLoad(after) && sameResources(before.allocated, after.allocated)) return []
    return this.waitingOn(before.nodeName as string)
  }
}
