import { type Condition, isTrue, withCondition } from '#controllers/conditions.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { formatTime } from '#schema/times.js'
import { type ContainerState, type ContainerStatus, terminated, WAITING } from './container-state.js'
import type { Initialization } from './init-containers.js'

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

/** Init containers have not ended, or one has failed. */
export function initializing(
  pod: Readonly<Pod>,
  { incomplete, hasFailed, statuses }: Initialization,
  now: number,
): Partial<Pod['status']> {
  return {
    phase: hasFailed ? 'Failed' : 'Pending',
    conditions: conditionsOf(pod, false, now, hasFailed ? 'PodFailed' : 'ContainersNotReady', incomplete),
    containerStatuses: containers(pod, WAITING, false),
    initContainerStatuses: statuses,
  } as Partial<Pod['status']>
}

export function running(
  pod: Readonly<Pod>,
  isReady: boolean,
  { statuses }: Initialization,
  now: number,
): Partial<Pod['status']> {
  const startedAt = formatTime(new Date(now))
  return {
    phase: 'Running',
    conditions: conditionsOf(pod, isReady, now, 'ContainersNotReady'),
    containerStatuses: containers(pod, { running: { startedAt } }, isReady),
    ...(statuses.length > 0 && { initContainerStatuses: statuses }),
  } as Partial<Pod['status']>
}

/** All containers that still run have been stopped. */
export function stopped(pod: Readonly<Pod>, exitCode: number, now: number): Partial<Pod['status']> {
  const stateOf = (index: number): ContainerState => {
    const { state } = pod.status.containerStatuses?.[index] ?? {}
    if (state?.terminated) return state
    const since = state?.running?.startedAt
    return terminated(exitCode, since ? Date.parse(since) : now, now)
  }
  const states = (pod.spec.containers ?? []).map((_, index) => stateOf(index))
  return {
    phase: phaseOf(states),
    conditions: conditionsOf(pod, false, now, endReason(states)),
    containerStatuses: containers(pod, stateOf, false),
    initContainerStatuses: endedInit(pod, exitCode, now),
  } as Partial<Pod['status']>
}

const hasFailed = (states: readonly ContainerState[]) =>
  states.some(({ terminated: end }) => end !== undefined && end.exitCode !== 0)

/** The phase of a pod whose containers have ended. */
export const phaseOf = (states: readonly ContainerState[]) => (hasFailed(states) ? 'Failed' : 'Succeeded')
export const endReason = (states: readonly ContainerState[]) =>
  hasFailed(states) ? 'PodFailed' : 'PodCompleted'

/** The state of each container by its index. */
type StateOf = (index: number) => object

export function containers(pod: Readonly<Pod>, stateOf: StateOf | object, ready: boolean): object[] {
  return (pod.spec.containers ?? []).map(({ name, image, resources }, index) => {
    const before = pod.status.containerStatuses?.[index]
    const state: object = typeof stateOf === 'function' ? stateOf(index) : stateOf
    return {
      name,
      state,
      lastState: before?.lastState ?? {},
      ready,
      started: ready || 'running' in state,
      restartCount: before?.restartCount ?? 0,
      image,
      imageID: '',
      resources: before?.resources ?? resources ?? {},
    }
  })
}

/** A sidecar ends after the containers of its pod. */
export const endedInit = (
  { status }: Readonly<Pod>,
  exitCode: number,
  now: number,
): ContainerStatus[] | undefined =>
  status.initContainerStatuses?.map((container) => {
    const since = container.state?.running?.startedAt
    if (!since) return container
    return { ...container, ready: false, started: false, state: terminated(exitCode, Date.parse(since), now) }
  })

/** A pod is ready if its containers are ready and its readiness gates are open. `incomplete` names init containers. */
export function conditionsOf(
  { spec, status }: Readonly<Pod>,
  areContainersReady: boolean,
  now: number,
  reason: string,
  incomplete: readonly string[] = [],
): readonly Condition[] {
  const gates = spec.readinessGates ?? []
  const isOpen = gates.every(({ conditionType }) => isTrue(status.conditions, conditionType))
  const conditionOf = (type: string, holds: boolean, why: string): Condition =>
    holds ? { type, status: 'True' } : { type, status: 'False', reason: why }
  let conditions: readonly Condition[] = status.conditions ?? []
  conditions = withCondition(conditions, initialized(incomplete), now)
  const isReady = areContainersReady && isOpen
  const why = areContainersReady ? 'ReadinessGatesNotReady' : reason
  conditions = withCondition(conditions, conditionOf('Ready', isReady, why), now)
  return withCondition(conditions, conditionOf('ContainersReady', areContainersReady, reason), now)
}

const initialized = (incomplete: readonly string[]): Condition =>
  incomplete.length === 0
    ? { type: 'Initialized', status: 'True' }
    : {
        type: 'Initialized',
        status: 'False',
        reason: 'ContainersNotInitialized',
        message: `containers with incomplete status: [${incomplete.join(' ')}]`,
      }
