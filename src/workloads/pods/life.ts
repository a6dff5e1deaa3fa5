import { findCondition, isTrue } from '#controllers/conditions.js'
import { type EventDetails, normalEvent, warningEvent } from '#controllers/events/event-recorder.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { formatTime } from '#schema/times.js'
import { behaviourOf, type PodBehaviour } from './behaviour.js'
import { type ContainerLife, containerLife } from './container-life.js'
import { runEphemeral } from './ephemeral-containers.js'
import { initialize } from './init-containers.js'
import {
  conditionsOf,
  containers,
  creating,
  endedInit,
  endReason,
  initializing,
  phaseOf,
  running,
  stopped,
} from './pod-status.js'

/** The next step of a scheduled pod. */
export type PodStep =
  /** Wait for a change. */
  | { readonly type: 'rest' }
  | { readonly type: 'wait'; readonly until: number }
  /** The pod has stopped and can be deleted. */
  | { readonly type: 'remove' }
  | {
      readonly type: 'report'
      readonly status: Partial<Pod['status']>
      readonly event?: EventDetails
      /** The containers that start now. */
      readonly started?: readonly string[]
    }

const REST: PodStep = { type: 'rest' }

/** The exit code after SIGTERM. */
export const STOPPED = 143
/** The exit code after SIGKILL. */
const KILLED = 137

/** When a pod was bound and started, in milliseconds; objects have seconds only. */
export interface ExactTimes {
  boundAt?: number
  /** By the name of the container. */
  startedAt?: ReadonlyMap<string, number>
  /** When taints that evict pods were observed. */
  taintedAt?: number | undefined
}

/** What a kubelet knows of a pod besides the object. */
export interface NodeContext {
  readonly times: ExactTimes
  readonly isNodeReady: boolean
  /** The address of the node. */
  readonly hostIP: string | undefined
  /** Allocates the pod IP. */
  readonly address: () => string
}

export function nextStep(pod: Readonly<Pod>, now: number, node: NodeContext): PodStep {
  const { times, isNodeReady } = node
  const { phase } = pod.status
  if (pod.metadata.deletionTimestamp) return stop(pod, now)
  if (phase === 'Succeeded' || phase === 'Failed') return REST
  const does = behaviourOf(pod)
  // Pods on an unready node are unready, and nothing else happens.
  if (!isNodeReady) return phase === 'Running' ? becomeUnready(pod, now) : REST
  const deadline = deadlineOf(pod)
  if (deadline !== undefined && deadline <= now) return exceedDeadline(pod, now)
  const step = phase === 'Running' ? live(pod, does, now, times) : start(pod, does, now, node)
  if (deadline === undefined || step.type === 'report' || step.type === 'remove') return step
  return { type: 'wait', until: step.type === 'wait' ? Math.min(step.until, deadline) : deadline }
}

/** When the active deadline of a pod expires; undefined without one. */
function deadlineOf({ spec, status }: Readonly<Pod>): number | undefined {
  if (spec.activeDeadlineSeconds === undefined || !status.startTime) return undefined
  return Date.parse(status.startTime) + spec.activeDeadlineSeconds * 1000
}

function exceedDeadline(pod: Readonly<Pod>, now: number): PodStep {
  const message = 'Pod was active on the node longer than the specified deadline'
  return {
    type: 'report',
    event: normalEvent('DeadlineExceeded', message),
    status: { ...stopped(pod, KILLED, now), phase: 'Failed', reason: 'DeadlineExceeded', message },
  }
}

/** A pod with finalizers reports its end; others are gone before a client could see it. */
function stop(pod: Readonly<Pod>, now: number): PodStep {
  const { phase } = pod.status
  const isKept = (pod.metadata.finalizers ?? []).length > 0
  if (!isKept || phase === 'Succeeded' || phase === 'Failed') return { type: 'remove' }
  return { type: 'report', status: stopped(pod, STOPPED, now) }
}

function becomeUnready(pod: Readonly<Pod>, now: number): PodStep {
  const conditions = conditionsOf(pod, false, now, 'ContainersNotReady')
  if (!isTrue(pod.status.conditions, 'Ready')) return REST
  const containerStatuses = pod.status.containerStatuses?.map((status) => ({ ...status, ready: false }))
  return { type: 'report', status: { conditions, containerStatuses } as Partial<Pod['status']> }
}

function start(
  pod: Readonly<Pod>,
  does: PodBehaviour,
  now: number,
  { times, address, hostIP }: NodeContext,
): PodStep {
  const { status } = pod
  const scheduled = findCondition(status.conditions, 'PodScheduled')?.lastTransitionTime
  const bound = times.boundAt ?? (scheduled ? Date.parse(scheduled) : now)
  if (does.behaviour === 'image-missing') return missImage(pod, now)
  if (bound + does.readyAfterMs > now) {
    return status.startTime
      ? { type: 'wait', until: bound + does.readyAfterMs }
      : { type: 'report', status: creating(pod, now) }
  }
  const init = initialize(pod, does.initEnds, now, times.startedAt)
  const isInitialized = init.incomplete.length === 0
  if (!isInitialized && !init.isChanged)
    return init.due === undefined ? REST : { type: 'wait', until: init.due }
  const podIP = status.podIP ?? (pod.spec.hostNetwork ? hostIP : undefined) ?? address()
  const place = {
    startTime: status.startTime ?? formatTime(new Date(now)),
    ...(hostIP === undefined ? {} : { hostIP, hostIPs: [{ ip: hostIP }] }),
    podIP,
    podIPs: [{ ip: podIP }],
  }
  if (!isInitialized) {
    return { type: 'report', started: init.started, status: { ...initializing(pod, init, now), ...place } }
  }
  return {
    type: 'report',
    event: normalEvent('Started', `Started ${named(pod)}`),
    started: [...init.started, ...(pod.spec.containers?.map(({ name }) => name) ?? [])],
    status: { ...running(pod, does.behaviour !== 'unready', init, now), ...place },
  }
}

const named = ({ spec }: Readonly<Pod>) =>
  `${spec.containers?.length === 1 ? 'container' : 'containers'} ${spec.containers?.map(({ name }) => name).join(', ')}`

function missImage(pod: Readonly<Pod>, now: number): PodStep {
  const waiting = pod.status.containerStatuses?.[0]?.state?.waiting
  if (waiting?.reason === 'ImagePullBackOff') return REST
  const image = pod.spec.containers?.[0]?.image ?? ''
  const message = `Back-off pulling image ${JSON.stringify(image)}`
  const state = { waiting: { reason: 'ImagePullBackOff', message } }
  return {
    type: 'report',
    event: warningEvent('Failed', message),
    status: {
      ...creating(pod, now),
      containerStatuses: containers(pod, state, false),
    } as Partial<Pod['status']>,
  }
}

/** Each container ends and restarts at its own time. Others may have opened a readiness gate meanwhile. */
function live(
  pod: Readonly<Pod>,
  { behaviour, ends }: PodBehaviour,
  now: number,
  times: ExactTimes,
): PodStep {
  const before = pod.status.containerStatuses ?? []
  const lives = before.map((status, index) => containerLife(status, ends[index], now, times.startedAt))
  const states = lives.map(({ state }) => state)
  const ephemeral = runEphemeral(pod, now, times.startedAt)
  const isChanged = ephemeral.isChanged || states.some((state, index) => state !== before[index]?.state)
  const hasEnded = states.length > 0 && states.every(({ terminated }) => terminated)
  const isReady = behaviour !== 'unready' && states.every(({ running }) => running)
  const reason = hasEnded ? endReason(states) : 'ContainersNotReady'
  const conditions = conditionsOf(pod, isReady, now, reason)
  if (!isChanged && isTrue(conditions, 'Ready') === isTrue(pod.status.conditions, 'Ready')) {
    const due = [...lives.flatMap((life) => life.due ?? []), ...ephemeral.due]
    return due.length === 0 ? REST : { type: 'wait', until: Math.min(...due) }
  }
  const backingOff = lives.find(({ hasCrashed }) => hasCrashed)?.state.waiting?.message
  return {
    type: 'report',
    started: [
      ...before.filter((_, index) => lives[index]?.hasStarted).map(({ name }) => name),
      ...ephemeral.started,
    ],
    ...(backingOff === undefined ? {} : { event: warningEvent('BackOff', backingOff) }),
    status: {
      ...(hasEnded && { phase: phaseOf(states), initContainerStatuses: endedInit(pod, STOPPED, now) }),
      conditions,
      ...(ephemeral.statuses.length > 0 && { ephemeralContainerStatuses: ephemeral.statuses }),
      containerStatuses: before.map((status, index) => {
        const { state, lastState, restartCount } = lives[index] as ContainerLife
        const ready = behaviour !== 'unready' && state.running !== undefined
        return { ...status, state, lastState, restartCount, ready, started: state.running !== undefined }
      }),
    } as Partial<Pod['status']>,
  }
}
