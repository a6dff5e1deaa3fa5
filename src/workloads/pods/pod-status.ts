import { type Condition, isTrue, withCondition } from '#controllers/conditions.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { formatTime } from '#schema/times.js'

/** The pod status in each simulated state. */

/** Containers are being created. */
export function creating(pod: Readonly<Pod>, now: number): Partial<Pod['status']> {
  const waiting = { waiting: { reason: 'ContainerCreating' } }
  return {
    phase: 'Pending',
    startTime: formatTime(new Date(now)),
    conditions: conditionsOf(pod, false, now, 'ContainersNotReady'),
    containerStatuses: containers(pod, waiting, false),
  } as Partial<Pod['status']>
}

export function running(pod: Readonly<Pod>, isReady: boolean, now: number): Partial<Pod['status']> {
  // A running container keeps its start time.
  const before = pod.status.containerStatuses?.[0]?.state?.running?.startedAt
  const startedAt = before ?? formatTime(new Date(now))
  return {
    conditions: conditionsOf(pod, isReady, now, 'ContainersNotReady'),
    containerStatuses: containers(pod, { running: { startedAt } }, isReady),
    initContainerStatuses: pod.spec.initContainers?.length ? finishedInit(pod, startedAt) : undefined,
  } as Partial<Pod['status']>
}

/** All containers have ended, each with its exit code. */
export function ended(
  pod: Readonly<Pod>,
  exitCodeOf: (index: number) => number,
  now: number,
): Partial<Pod['status']> {
  const since = startedAt(pod) ?? now
  const hasFailed = pod.spec.containers?.some((_, index) => exitCodeOf(index) !== 0) ?? false
  return {
    phase: hasFailed ? 'Failed' : 'Succeeded',
    conditions: conditionsOf(pod, false, now, hasFailed ? 'PodFailed' : 'PodCompleted'),
    containerStatuses: containers(pod, (index) => terminated(exitCodeOf(index), since, now), false),
  } as Partial<Pod['status']>
}

export const terminated = (exitCode: number, since: number, now: number) => ({
  terminated: {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    startedAt: formatTime(new Date(since)),
    finishedAt: formatTime(new Date(now)),
  },
})

export function startedAt({ status }: Readonly<Pod>): number | undefined {
  const text = status.containerStatuses?.[0]?.state?.running?.startedAt
  return text ? Date.parse(text) : undefined
}

/** The state of each container by its index. */
type StateOf = (index: number) => object

export function containers(
  pod: Readonly<Pod>,
  stateOf: StateOf | object,
  ready: boolean,
  lastStateOf?: StateOf,
): object[] {
  return (pod.spec.containers ?? []).map(({ name, image }, index) => {
    const before = pod.status.containerStatuses?.[index]
    const state: object = typeof stateOf === 'function' ? stateOf(index) : stateOf
    return {
      name,
      state,
      lastState: lastStateOf?.(index) ?? before?.lastState ?? {},
      ready,
      started: ready || 'running' in state,
      restartCount: before?.restartCount ?? 0,
      image,
      imageID: '',
    }
  })
}

const finishedInit = (pod: Readonly<Pod>, time: string): object[] =>
  (pod.spec.initContainers ?? []).map(({ name, image }) => ({
    name,
    state: { terminated: { exitCode: 0, reason: 'Completed', startedAt: time, finishedAt: time } },
    ready: true,
    restartCount: 0,
    image,
    imageID: '',
  }))

/** A pod is ready if its containers are ready and its readiness gates are open. */
export function conditionsOf(
  { spec, status }: Readonly<Pod>,
  areContainersReady: boolean,
  now: number,
  reason: string,
): readonly Condition[] {
  const gates = spec.readinessGates ?? []
  const isOpen = gates.every(({ conditionType }) => isTrue(status.conditions, conditionType))
  const conditionOf = (type: string, holds: boolean, why: string): Condition =>
    holds ? { type, status: 'True' } : { type, status: 'False', reason: why }
  let conditions: readonly Condition[] = status.conditions ?? []
  conditions = withCondition(conditions, conditionOf('Initialized', true, ''), now)
  const isReady = areContainersReady && isOpen
  const why = areContainersReady ? 'ReadinessGatesNotReady' : reason
  conditions = withCondition(conditions, conditionOf('Ready', isReady, why), now)
  return withCondition(conditions, conditionOf('ContainersReady', areContainersReady, reason), now)
}
