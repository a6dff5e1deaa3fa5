import type { Pod } from '#kinds/core/pod/schema.js'
import { formatTime } from '#schema/times.js'
import { type ContainerEnd, isSidecar } from './behaviour.js'
import { containerLife } from './container-life.js'
import { type ContainerState, type ContainerStatus, WAITING } from './container-state.js'

type Container = NonNullable<Pod['spec']['initContainers']>[number]

/** How far the init containers of a pod are. */
export interface Initialization {
  readonly statuses: readonly ContainerStatus[]
  readonly isChanged: boolean
  /** The containers that have not done their part, in order. */
  readonly incomplete: readonly string[]
  /** The containers that start now. */
  readonly started: readonly string[]
  /** Whether a container failed that is not started again. */
  readonly hasFailed: boolean
  /** Undefined if nothing changes by itself. */
  readonly due?: number | undefined
}

/** Each container starts when the one before has ended well; a sidecar is done when it runs. */
export function initialize(
  pod: Readonly<Pod>,
  ends: readonly (ContainerEnd | undefined)[],
  now: number,
  startedAt: ReadonlyMap<string, number> | undefined,
): Initialization {
  const statuses: ContainerStatus[] = []
  const incomplete: string[] = []
  const started: string[] = []
  let isChanged = false
  let [hasFailed, due]: [boolean, number | undefined] = [false, undefined]
  for (const [index, container] of (pod.spec.initContainers ?? []).entries()) {
    const before = pod.status.initContainerStatuses?.[index]
    if (incomplete.length > 0) {
      statuses.push(before ?? statusOf(container, WAITING))
      incomplete.push(container.name)
      continue
    }
    const isNew = before === undefined || before.state?.waiting?.reason === WAITING.waiting.reason
    const current = isNew
      ? statusOf(container, { running: { startedAt: formatTime(new Date(now)) } })
      : before
    const known = isNew ? new Map([[container.name, now]]) : startedAt
    const { state, lastState, restartCount, hasStarted, ...life } = containerLife(
      current,
      ends[index],
      now,
      known,
    )
    if (isNew || hasStarted) started.push(container.name)
    const runs = state.running !== undefined
    const isDone = isSidecar(container) ? runs : state.terminated?.exitCode === 0
    if (!isDone) {
      incomplete.push(container.name)
      hasFailed = state.terminated !== undefined
      due = life.due
    }
    isChanged ||= isNew || state !== before?.state
    statuses.push({
      ...current,
      state,
      lastState: lastState ?? {},
      restartCount,
      ready: isDone,
      started: runs,
    })
  }
  return { statuses, isChanged, incomplete, started, hasFailed, due }
}

const statusOf = ({ name, image, resources }: Container, state: object): ContainerStatus =>
  ({
    name,
    state: state as ContainerState,
    lastState: {},
    ready: false,
    restartCount: 0,
    image,
    imageID: '',
    resources: resources ?? {},
  }) as ContainerStatus
