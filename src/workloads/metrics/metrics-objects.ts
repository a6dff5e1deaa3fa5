import { node } from '#kinds/core/node/index.js'
import { pod } from '#kinds/core/pod/index.js'
import { notFound } from '#meta/api-error.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ComputedObjects } from '#registry/read/computed-reader.js'
import { formatTime } from '#schema/times.js'
import type { Clock } from '#util/clock.js'
import type { NodeIndex } from '#workloads/nodes/node-index.js'
import type { PodSummary, Pods } from '#workloads/pods/summary.js'
import type { NodeSummary } from '#workloads/scheduling/node-summary.js'
import { type NodeMetrics, nodeMetrics, type PodMetrics, podMetrics } from './kinds.js'
import { type ContainerUse, quantitiesOf, type SimulatedUsage } from './usage.js'

/** The time between two measurements of a metrics server. */
const WINDOW = '15s'

/** The metrics of pods that run. */
export function podMetricsObjects(
  pods: Pods,
  usage: SimulatedUsage,
  clock: Clock,
): ComputedObjects<PodMetrics> {
  const metricsOf = (summary: PodSummary, uses: readonly ContainerUse[]): PodMetrics => ({
    ...measured(podMetrics.storageVersion, summary, clock),
    containers: uses.map(({ name, use }) => ({ name, usage: quantitiesOf(use) })),
  })
  return {
    get(namespace = '', name) {
      const summary = pods.get(`core/pods/${namespace}/${name}`)
      if (summary === undefined) throw notFound(pod.storageVersion, name)
      const uses = usage.ofPods()(summary)
      if (uses.length === 0) throw notFound(named(podMetrics.storageVersion), `${namespace}/${name}`)
      return metricsOf(summary, uses)
    },
    *list({ namespace, labels }) {
      const usesOf = usage.ofPods()
      for (const summary of sorted(namespace === undefined ? pods.all() : pods.in(namespace))) {
        const uses = labels.matches(summary.labels) ? usesOf(summary) : []
        if (uses.length > 0) yield metricsOf(summary, uses)
      }
    },
  }
}

/** The metrics of nodes that are ready. */
export function nodeMetricsObjects(
  nodes: NodeIndex,
  pods: Pods,
  usage: SimulatedUsage,
  clock: Clock,
): ComputedObjects<NodeMetrics> {
  const metricsOf = (
    summary: NodeSummary,
    onNode: Iterable<PodSummary>,
    usesOf: ReturnType<typeof usage.ofPods>,
  ): NodeMetrics | undefined => {
    const use = usage.ofNode(summary, onNode, usesOf)
    return use && { ...measured(nodeMetrics.storageVersion, summary, clock), usage: quantitiesOf(use) }
  }
  return {
    get(_, name) {
      const summary = nodes.get(name)
      if (summary === undefined) throw notFound(node.storageVersion, name)
      const onNode = [...pods.all()].filter(({ nodeName }) => nodeName === name)
      const metrics = metricsOf(summary, onNode, usage.ofPods())
      if (metrics === undefined) throw notFound(named(nodeMetrics.storageVersion), name)
      return metrics
    },
    *list({ labels }) {
      const usesOf = usage.ofPods()
      const byNode = podsByNode(pods)
      for (const summary of sorted(nodes.all())) {
        const metrics = labels.matches(summary.labels)
          ? metricsOf(summary, byNode.get(summary.name) ?? [], usesOf)
          : undefined
        if (metrics !== undefined) yield metrics
      }
    },
  }
}

function podsByNode(pods: Pods): ReadonlyMap<string | undefined, readonly PodSummary[]> {
  const byNode = new Map<string | undefined, PodSummary[]>()
  for (const summary of pods.all()) {
    const others = byNode.get(summary.nodeName)
    if (others === undefined) byNode.set(summary.nodeName, [summary])
    else others.push(summary)
  }
  return byNode
}

interface Named {
  readonly name: string
  readonly namespace?: string
  readonly labels: Readonly<Record<string, string>> | undefined
}

function measured(version: ServedVersion, { name, namespace, labels }: Named, clock: Clock) {
  const timestamp = formatTime(new Date(clock.now()))
  return {
    kind: version.kind,
    apiVersion: apiVersionOf(version),
    metadata: { name, namespace, creationTimestamp: timestamp, labels: labels && { ...labels } },
    timestamp,
    window: WINDOW,
  }
}

/** By namespace and name, as lists are. */
const sorted = <T extends Named>(objects: Iterable<T>): readonly T[] =>
  [...objects].sort(
    (one, other) => compare(one.namespace ?? '', other.namespace ?? '') || compare(one.name, other.name),
  )

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/** A metrics server names its resources in errors by their kinds. */
const named = (version: ServedVersion) => ({ ...version, plural: version.kind.toLowerCase() })
