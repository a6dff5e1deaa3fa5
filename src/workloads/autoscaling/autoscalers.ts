import { type EventDetails, normalEvent, warningEvent } from '#controllers/events/event-recorder.js'
import type { HorizontalPodAutoscaler } from '#kinds/autoscaling/horizontalpodautoscaler/v2/schema.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { formatTime } from '#schema/times.js'
import { parseLabelSelector } from '#selector/label-selector.js'
import { type ActionPlan, AUTOSCALER, type Change } from '#workloads/action.js'
import type { ActionFailure } from '#workloads/action-runner.js'
import { type OwnedObject, OwnedObjectIndex, ownedObject } from '#workloads/owned-objects.js'
import type { Pods } from '#workloads/pods/summary.js'
import type { ScaleReference, ScaleTarget, ScaleTargets } from '#workloads/scale-targets.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import { type AutoscalerCondition, type Decision, decide, withoutScale, withoutSelector } from './decision.js'
import { ScalingHistory } from './scaling-history.js'
import { type Annotations, SimulatedMetrics } from './simulated-metrics.js'

const PREFIX = 'autoscaling/horizontalpodautoscalers/'
/** The time between two changes of a scale, and between two checks of what only time changes. */
const SYNC_PERIOD_MS = 15_000

interface AutoscalerSummary extends OwnedObject {
  readonly annotations: Annotations
  readonly target: ScaleReference
}

export type Autoscalers = OwnedObjectIndex<AutoscalerSummary>
export const autoscalerIndex = (): Autoscalers =>
  new OwnedObjectIndex(PREFIX, (served) => {
    const { metadata, spec } = JSON.parse(served.json.toString()) as HorizontalPodAutoscaler
    return {
      ...ownedObject(served, metadata),
      annotations: metadata.annotations,
      target: spec.scaleTargetRef,
    }
  })

/** What the server remembers of an autoscaler. */
interface Memory {
  readonly history: ScalingHistory
  decision: Decision | undefined
}

/** Scales objects by the simulated metrics of their pods. */
export function autoscalers(
  feed: ChangeFeed,
  pods: Pods,
  index: Autoscalers,
  targets: ScaleTargets,
): WorkloadKind<HorizontalPodAutoscaler> {
  const memories = new Map<string, Memory>()
  const memoryOf = (uid = ''): Memory => {
    const known = memories.get(uid) ?? { history: new ScalingHistory(), decision: undefined }
    memories.set(uid, known)
    return known
  }
  const decisionFor = (
    autoscaler: Readonly<HorizontalPodAutoscaler>,
    scale: ScaleTarget | string,
    history: ScalingHistory,
    now: number,
  ): Decision => {
    if (typeof scale === 'string') return withoutScale(scale)
    if (scale.selector === '') return withoutSelector(scale)
    const { namespace = '', annotations } = autoscaler.metadata
    const selector = parseLabelSelector(scale.selector)
    const selected = [...pods.in(namespace)].filter(({ labels }) => selector.matches(labels))
    const metrics = new SimulatedMetrics(feed, annotations, selected)
    return decide(autoscaler, { scale, pods: selected, metrics }, history, now)
  }
  return {
    kind: AUTOSCALER,
    prefix: PREFIX,
    component: 'horizontal-pod-autoscaler',
    plan: (autoscaler, now) => {
      const { metadata, spec, status } = autoscaler
      const memory = memoryOf(metadata.uid)
      const { history } = memory
      memory.decision = undefined
      if (metadata.deletionTimestamp) return { actions: [] }
      // Pods of the last change are still starting.
      const since = history.scaledAt === undefined ? SYNC_PERIOD_MS : now - history.scaledAt
      if (since >= 0 && since < SYNC_PERIOD_MS) {
        return { actions: [], requeueAt: now - since + SYNC_PERIOD_MS }
      }
      const scale = targets.find(metadata.namespace ?? '', spec.scaleTargetRef)
      const decision = decisionFor(autoscaler, scale, history, now)
      memory.decision = decision
      const events = failureEvents(decision, status)
      const isAgain = decision.isPending === true || decision.rescale !== undefined
      const requeueAt = isAgain ? now + SYNC_PERIOD_MS : undefined
      if (decision.rescale === undefined || typeof scale === 'string')
        return { actions: [], events, requeueAt }
      history.scaled(scale.replicas, decision.desiredReplicas ?? scale.replicas, now)
      return { actions: [rescale(scale, decision)], events, requeueAt } satisfies ActionPlan
    },
    status: (autoscaler, now, failure) => {
      const { decision, history } = memoryOf(autoscaler.metadata.uid)
      if (decision === undefined) return autoscaler.status
      if (failure !== undefined) history.undo(decision.currentReplicas ?? 0, decision.desiredReplicas ?? 0)
      return autoscalerStatus(autoscaler.status, decision, now, failure)
    },
    follow: (enqueue) => {
      const enqueueIn = (namespace: string) => {
        for (const { uid } of index.in(namespace)) enqueue(uid)
      }
      return [
        pods.onChange((before, after) => enqueueIn((after ?? before)?.namespace ?? '')),
        feed.follow(
          ({ before, after }) => enqueueIn((after ?? before)?.namespace ?? ''),
          ({ versions }) =>
            versions.some(({ subresources }) => subresources.some(({ name }) => name === 'scale')),
        ),
        index.onChange((before, after) => {
          if (after === undefined && before !== undefined) memories.delete(before.uid)
        }),
      ]
    },
  }
}

function rescale(
  { store, object, view }: ScaleTarget,
  { desiredReplicas = 0, rescale: why }: Decision,
): Change {
  const { kind, plural } = store.definition
  const { name = '', uid = '' } = object.metadata
  return {
    type: 'change',
    of: { apiVersion: apiVersionOf(store.definition), kind, plural },
    target: { name, uid },
    part: 'object',
    change: (current) =>
      view.take(current, { ...view.show(current), spec: { replicas: desiredReplicas } } as never),
    event: normalEvent('SuccessfulRescale', `New size: ${desiredReplicas}; reason: ${why}`),
  }
}

type Status = HorizontalPodAutoscaler['status']

/** Recorded when a failure begins, not with every check. */
function failureEvents({ failure, conditions }: Decision, status: Status): readonly EventDetails[] {
  if (failure === undefined) return []
  const isKnown = conditions.every(({ type, message }) =>
    status.conditions?.some((known) => known.type === type && known.message === message),
  )
  return isKnown ? [] : [warningEvent(failure.reason, failure.message)]
}

function autoscalerStatus(
  status: Status,
  decision: Decision,
  now: number,
  failure: ActionFailure | undefined,
): Status {
  const time = formatTime(new Date(now))
  const { currentReplicas, desiredReplicas, metrics } = decision
  const conditions = [...decision.conditions]
  if (failure !== undefined) {
    const message = `the HPA controller was unable to update the target scale: ${failure.error.message}`
    conditions.push({ type: 'AbleToScale', status: 'False', reason: 'FailedUpdateScale', message })
  }
  const isRescaled = decision.rescale !== undefined && failure === undefined
  return {
    ...status,
    lastScaleTime: isRescaled ? time : status.lastScaleTime,
    currentReplicas: currentReplicas ?? status.currentReplicas,
    desiredReplicas:
      failure === undefined ? (desiredReplicas ?? status.desiredReplicas) : status.desiredReplicas,
    currentMetrics: metrics === undefined ? status.currentMetrics : (metrics as Status['currentMetrics']),
    conditions: conditions.reduce<Status['conditions']>(
      (known, condition) => withCondition(known, condition, time),
      status.conditions,
    ),
  }
}

/** A condition keeps its place. */
function withCondition(
  conditions: Status['conditions'],
  condition: AutoscalerCondition,
  time: string,
): Status['conditions'] {
  const before = conditions?.find(({ type }) => type === condition.type)
  const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : time
  const next = { ...condition, lastTransitionTime }
  if (before === undefined) return [...(conditions ?? []), next]
  return conditions?.map((other) => (other === before ? next : other))
}
