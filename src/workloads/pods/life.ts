import { findCondition, isTrue } from '#controllers/conditions.js'
import { type EventDetails, normalEvent, warningEvent } from '#controllers/events/event-recorder.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { formatTime } from '#schema/times.js'
import { type Behaviour, behaviourOf, type PodBehaviour } from './behaviour.js'
import { conditionsOf, containers, creating, ended, running, startedAt, terminated } from './pod-status.js'

/** The next step of a scheduled pod. */
export type PodStep =
  /** Wait for a change. */
  | { readonly type: 'rest' }
  | { readonly type: 'wait'; readonly until: number }
  /** The pod has stopped and can be deleted. */
  | { readonly type: 'remove' }
  | { readonly type: 'report'; readonly status: Partial<Pod['status']>; readonly event?: EventDetails }

const REST: PodStep = { type: 'rest' }

/** The backoff of a kubelet: doubles up to five minutes. */
const FIRST_BACK_OFF_MS = 10_000
const MAX_BACK_OFF_MS = 300_000

/** The exit code after SIGTERM. */
const STOPPED = 143

/** When a pod was bound and started, in milliseconds; objects have seconds only. */
export interface ExactTimes {
  boundAt?: number
  startedAt?: number
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
  if (!isNodeReady) return phase === 'Running' ? becomeReady(pod, 'unready', now) : REST
  if (phase !== 'Running') return start(pod, does, now, node)
  if (does.behaviour === 'crash' || does.behaviour === 'fail') return fail(pod, does, now, times)
  if (does.behaviour === 'succeed') return succeed(pod, does, now, times)
  return becomeReady(pod, does.behaviour, now)
}

/** A pod with finalizers reports its end; others are gone before a client could see it. */
function stop(pod: Readonly<Pod>, now: number): PodStep {
  const { phase } = pod.status
  const isKept = (pod.metadata.finalizers ?? []).length > 0
  if (!isKept || phase === 'Succeeded' || phase === 'Failed') return { type: 'remove' }
  return { type: 'report', status: ended(pod, () => STOPPED, now) }
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
  const time = formatTime(new Date(now))
  const podIP = status.podIP ?? (pod.spec.hostNetwork ? hostIP : undefined) ?? address()
  return {
    type: 'report',
    event: normalEvent('Started', `Started ${named(pod)}`),
    status: {
      ...running(pod, does.behaviour !== 'unready', now),
      phase: 'Running',
      startTime: status.startTime ?? time,
      ...(hostIP === undefined ? {} : { hostIP, hostIPs: [{ ip: hostIP }] }),
      podIP,
      podIPs: [{ ip: podIP }],
    },
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

/** Checks again: others may have opened a readiness gate or made containers unready. */
function becomeReady(pod: Readonly<Pod>, behaviour: Behaviour, now: number): PodStep {
  const conditions = conditionsOf(pod, behaviour !== 'unready', now, 'ContainersNotReady')
  const isSame = isTrue(conditions, 'Ready') === isTrue(pod.status.conditions, 'Ready')
  if (isSame) return REST
  const status = { ...running(pod, behaviour !== 'unready', now), conditions }
  return { type: 'report', status: status as Partial<Pod['status']> }
}

function succeed(
  pod: Readonly<Pod>,
  { finishAfterMs }: PodBehaviour,
  now: number,
  times: ExactTimes,
): PodStep {
  const since = times.startedAt ?? startedAt(pod) ?? now
  if (since + finishAfterMs > now) return { type: 'wait', until: since + finishAfterMs }
  return { type: 'report', status: ended(pod, () => 0, now) }
}

/** A container fails; the restart policy decides what follows. */
function fail(
  pod: Readonly<Pod>,
  { behaviour, finishAfterMs, exitCodes }: PodBehaviour,
  now: number,
  times: ExactTimes,
): PodStep {
  const [container] = pod.status.containerStatuses ?? []
  const restarts = container?.restartCount ?? 0
  if (container?.state?.waiting !== undefined) return restart(pod, restarts, now)
  const since = times.startedAt ?? startedAt(pod) ?? now
  if (since + finishAfterMs > now) return { type: 'wait', until: since + finishAfterMs }
  if (pod.spec.restartPolicy === 'Never' || (behaviour === 'fail' && pod.spec.restartPolicy !== 'Always')) {
    return { type: 'report', status: ended(pod, (index) => exitCodes[index] ?? 0, now) }
  }
  const message = `back-off restarting failed container ${pod.spec.containers?.[0]?.name}`
  const state = { waiting: { reason: 'CrashLoopBackOff', message } }
  const lastState = (index: number) => terminated(exitCodes[index] ?? 0, since, now)
  return {
    type: 'report',
    event: warningEvent('BackOff', message),
    status: {
      conditions: conditionsOf(pod, false, now, 'ContainersNotReady'),
      containerStatuses: containers(pod, state, false, lastState),
    } as Partial<Pod['status']>,
  }
}

function restart(pod: Readonly<Pod>, restarts: number, now: number): PodStep {
  const ended = pod.status.containerStatuses?.[0]?.lastState?.terminated?.finishedAt
  const pause = Math.min(FIRST_BACK_OFF_MS * 2 ** restarts, MAX_BACK_OFF_MS)
  const due = (ended ? Date.parse(ended) : now) + pause
  if (due > now) return { type: 'wait', until: due }
  const isReady = behaviourOf(pod).behaviour !== 'unready'
  const { containerStatuses, conditions } = running(pod, isReady, now)
  return {
    type: 'report',
    status: {
      phase: 'Running',
      conditions,
      containerStatuses: containerStatuses?.map((status, index) => ({
        ...status,
        restartCount: (pod.status.containerStatuses?.[index]?.restartCount ?? 0) + 1,
        lastState: pod.status.containerStatuses?.[index]?.lastState,
      })),
    } as Partial<Pod['status']>,
  }
}
