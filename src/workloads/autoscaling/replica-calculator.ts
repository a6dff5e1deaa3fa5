import type { PodSummary } from '#workloads/pods/summary.js'

/** Deviations from the target below this change nothing. */
const TOLERANCE = 0.1

const isTolerated = (ratio: number) => Math.abs(1 - ratio) <= TOLERANCE

/** The replicas that a metric asks for, and its current value. */
export interface Proposal {
  readonly replicas: number
  /** The average of the pods, or the value, in thousandths. */
  readonly milli: number
  /** In percent of the requests. */
  readonly utilization?: number
}

/** Why a metric gives no number of replicas. */
export class MetricError extends Error {}

export interface PodUse {
  readonly milli: number
  /** In thousandths; 0 if the target is no utilization. */
  readonly request: number
}

/** A target of pods: a percentage of their requests, or an average in thousandths. */
export interface PodTarget {
  readonly utilization?: number | undefined
  readonly average?: number | undefined
}

interface Measured {
  readonly ratio: number
  readonly average: number
  readonly utilization?: number
}

function measure(uses: readonly PodUse[], { utilization: target, average: wanted = 0 }: PodTarget): Measured {
  const total = uses.reduce((sum, { milli }) => sum + milli, 0)
  const average = Math.trunc(total / uses.length)
  if (target === undefined) return { ratio: average / wanted, average }
  const requested = uses.reduce((sum, { request }) => sum + request, 0)
  if (requested === 0) throw new MetricError('no metrics returned matched known pods')
  const utilization = Math.trunc((total * 100) / requested)
  return { ratio: utilization / target, average, utilization }
}

/**
 * The replicas for a metric of pods. Pods that cannot be measured count so that they make the change smaller: as if at the
 * target when scaling down, as if idle when scaling up.
 */
export function replicasForPods(
  current: number,
  pods: readonly PodSummary[],
  useOf: (pod: PodSummary) => PodUse | undefined,
  requestOf: (pod: PodSummary) => number,
  target: PodTarget,
  ignoresUnready: boolean,
): Proposal {
  const used: PodUse[] = []
  const ignored: PodSummary[] = []
  const missing: PodSummary[] = []
  for (const pod of pods) {
    if (pod.isTerminating || pod.phase === 'Failed') continue
    const use = pod.phase === 'Pending' ? undefined : useOf(pod)
    if (pod.phase === 'Pending') ignored.push(pod)
    else if (use === undefined) missing.push(pod)
    else if (ignoresUnready && !pod.isReady) ignored.push(pod)
    else used.push(use)
  }
  if (used.length === 0) throw new MetricError('did not receive metrics for any ready pods')
  const { ratio, average: milli, utilization } = measure(used, target)
  const proposal = (replicas: number): Proposal => ({
    replicas,
    milli,
    ...(utilization !== undefined && { utilization }),
  })
  const addsIgnored = ignored.length > 0 && ratio > 1
  if (!addsIgnored && missing.length === 0) {
    return proposal(isTolerated(ratio) ? current : Math.ceil(ratio * used.length))
  }
  const idle = (pod: PodSummary): PodUse => ({ milli: 0, request: requestOf(pod) })
  const busy = (pod: PodSummary): PodUse => {
    const request = requestOf(pod)
    return { milli: target.utilization === undefined ? (target.average ?? 0) : request, request }
  }
  const assumed = [
    ...used,
    ...(ratio === 1 ? [] : missing.map(ratio < 1 ? busy : idle)),
    ...(addsIgnored ? ignored.map(idle) : []),
  ]
  const { ratio: next } = measure(assumed, target)
  const turns = (ratio < 1 && next > 1) || (ratio > 1 && next < 1)
  if (isTolerated(next) || turns) return proposal(current)
  const replicas = Math.ceil(next * assumed.length)
  const contradicts = (next < 1 && replicas > current) || (next > 1 && replicas < current)
  return proposal(contradicts ? current : replicas)
}

/** The replicas for the value of a metric that belongs to no pod. */
export function replicasForValue(
  current: number,
  pods: readonly PodSummary[],
  milli: number,
  target: number,
): Proposal {
  const ratio = milli / target
  if (current === 0) return { replicas: Math.ceil(ratio), milli }
  if (isTolerated(ratio)) return { replicas: current, milli }
  if (pods.length === 0) throw new MetricError('no pods returned by selector while calculating replica count')
  const ready = pods.filter(({ phase, isReady }) => phase === 'Running' && isReady).length
  return { replicas: Math.ceil(ratio * ready), milli }
}

/** The same for a target per pod. */
export function replicasForAverage(statusReplicas: number, milli: number, target: number): Proposal {
  const isClose = isTolerated(milli / (target * statusReplicas))
  return {
    replicas: isClose ? statusReplicas : Math.ceil(milli / target),
    milli: statusReplicas === 0 ? 0 : Math.ceil(milli / statusReplicas),
  }
}
