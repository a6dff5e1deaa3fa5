import type { CachedObject } from '#cache/cached-object.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { canonicalQuantity } from '#schema/quantity.js'
import { parseLabelSelector } from '#selector/label-selector.js'
import { perObject } from '#util/memoize.js'
import type { Autoscalers } from '#workloads/autoscaling/autoscalers.js'
import {
  hasMetrics,
  METRICS_ANNOTATION,
  parseMetrics,
  SimulatedMetrics,
} from '#workloads/autoscaling/simulated-metrics.js'
import type { PodSummary, Pods } from '#workloads/pods/summary.js'
import type { ScaleTargets } from '#workloads/scale-targets.js'
import type { NodeSummary } from '#workloads/scheduling/node-summary.js'

/** What a metrics server measures. */
const MEASURED = ['cpu', 'memory'] as const
type Measured = (typeof MEASURED)[number]

/** In thousandths. */
type Use = Readonly<Record<Measured, number>>

export interface ContainerUse {
  readonly name: string
  readonly use: Use
}

/** Names of the containers that run. */
const runningContainers = perObject((served: CachedObject) => {
  const { status } = JSON.parse(served.json.toString()) as Pod
  return [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])]
    .filter(({ state }) => state?.running)
    .map(({ name }) => name)
})

/** What simulated pods and nodes use: what annotations say; else containers use what they request. */
export class SimulatedUsage {
  readonly #feed: ChangeFeed
  readonly #pods: Pods
  readonly #autoscalers: Autoscalers
  readonly #targets: ScaleTargets

  constructor(feed: ChangeFeed, pods: Pods, autoscalers: Autoscalers, targets: ScaleTargets) {
    this.#feed = feed
    this.#pods = pods
    this.#autoscalers = autoscalers
    this.#targets = targets
  }

  /** Returns a function for pods of any namespace that reads the autoscalers of each namespace once. */
  ofPods(): (pod: PodSummary) => readonly ContainerUse[] {
    const read = new Map<string, ReadonlyMap<string, SimulatedMetrics>>()
    const plain = new SimulatedMetrics(this.#feed, undefined, [])
    return (pod) => {
      const known = read.get(pod.namespace) ?? this.#scaledPods(pod.namespace)
      read.set(pod.namespace, known)
      return this.#ofPod(pod, known.get(pod.uid) ?? plain)
    }
  }

  /** Undefined if the node reports nothing. `pods` are those on the node. */
  ofNode(
    { name, isReady, allocatable }: NodeSummary,
    pods: Iterable<PodSummary>,
    ofPod: (pod: PodSummary) => readonly ContainerUse[],
  ): Use | undefined {
    if (!isReady) return undefined
    const { annotations } = this.#feed.find(`core/nodes/${name}`)?.metadata() ?? {}
    const readings = parseMetrics(annotations?.[METRICS_ANNOTATION])
    const sum = { cpu: 0, memory: 0 }
    for (const pod of pods) {
      for (const { use } of ofPod(pod)) for (const resource of MEASURED) sum[resource] += use[resource]
    }
    for (const resource of MEASURED) {
      const { milli, percent } = readings.get(resource) ?? {}
      // The scheduler counts processors in thousandths, and memory in bytes.
      const all = (allocatable?.get(resource) ?? 0) * (resource === 'cpu' ? 1 : 1000)
      if (milli !== undefined) sum[resource] = milli
      else if (percent !== undefined) sum[resource] = (percent / 100) * all
    }
    return sum
  }

  #ofPod(pod: PodSummary, metrics: SimulatedMetrics): readonly ContainerUse[] {
    const served = this.#feed.find(`core/pods/${pod.namespace}/${pod.name}`)
    if (pod.phase !== 'Running' || served === undefined) return []
    const running = runningContainers(served)
    const [cpu, memory] = MEASURED.map((resource) => metrics.ofContainers(pod, resource, running))
    return running.map((name, index) => ({
      name,
      use: { cpu: cpu?.[index] ?? 0, memory: memory?.[index] ?? 0 },
    }))
  }

  /** The metrics of pods whose autoscaler has some, by uid. */
  #scaledPods(namespace: string): ReadonlyMap<string, SimulatedMetrics> {
    const metrics = new Map<string, SimulatedMetrics>()
    for (const { annotations, target } of this.#autoscalers.in(namespace)) {
      const scale = hasMetrics(annotations) ? this.#targets.find(namespace, target) : ''
      if (typeof scale === 'string' || scale.selector === '') continue
      const selector = parseLabelSelector(scale.selector)
      const pods = [...this.#pods.in(namespace)].filter(({ labels }) => selector.matches(labels))
      const shared = new SimulatedMetrics(this.#feed, annotations, pods)
      for (const { uid } of pods) metrics.set(uid, shared)
    }
    return metrics
  }
}

/** As a metrics server writes them: processors to the billionth, memory in whole KiB. */
export function quantitiesOf({ cpu, memory }: Use): Record<Measured, string> {
  return {
    cpu: canonicalQuantity(`${whole(cpu * 1e6)}n`),
    memory: canonicalQuantity(`${whole(memory / 1000 / 1024)}Ki`),
  }
}

/** The digits of a number, which may be large, without an exponent. */
const whole = (value: number) => BigInt(Math.max(Math.round(value), 0))
