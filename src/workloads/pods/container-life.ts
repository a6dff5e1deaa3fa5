import { formatTime } from '#schema/times.js'
import type { ContainerEnd } from './behaviour.js'
import { type ContainerState, type ContainerStatus, terminated } from './container-state.js'

/** The backoff of a kubelet: doubles up to five minutes. */
const FIRST_BACK_OFF_MS = 10_000
const MAX_BACK_OFF_MS = 300_000

/** The present state of a container, and when it changes. */
export interface ContainerLife {
  readonly state: ContainerState
  readonly lastState: ContainerState | undefined
  readonly restartCount: number
  /** Undefined if it does not change by itself. */
  readonly due?: number | undefined
  readonly hasStarted?: boolean
  readonly hasCrashed?: boolean
}

/** `startedAt` has exact times by the name of the container; objects have seconds only. */
export function containerLife(
  status: ContainerStatus,
  end: ContainerEnd | undefined,
  now: number,
  startedAt: ReadonlyMap<string, number> | undefined,
): ContainerLife {
  const { name, state = {}, lastState, restartCount } = status
  if (state.terminated) return { state, lastState, restartCount }
  if (!state.running) return waiting(status, end !== undefined, now)
  if (end === undefined) return { state, lastState, restartCount }
  const since = startedAt?.get(name) ?? timeOf(state.running.startedAt) ?? now
  const due = since + end.afterMs
  if (due > now) return { state, lastState, restartCount, due }
  const ended = terminated(end.exitCode, since, now)
  if (!end.isRestarted) return { state: ended, lastState, restartCount }
  const message = `back-off restarting failed container ${name}`
  const looping = { waiting: { reason: 'CrashLoopBackOff', message } } as ContainerState
  return { state: looping, lastState: ended, restartCount, hasCrashed: true }
}

/** A container whose command no longer ends does not wait. */
function waiting(
  { state, lastState, restartCount }: ContainerStatus,
  waits: boolean,
  now: number,
): ContainerLife {
  const ended = timeOf(lastState?.terminated?.finishedAt) ?? now
  const due = ended + Math.min(FIRST_BACK_OFF_MS * 2 ** restartCount, MAX_BACK_OFF_MS)
  if (waits && due > now) return { state: state ?? {}, lastState, restartCount, due }
  const running = { running: { startedAt: formatTime(new Date(now)) } } as ContainerState
  return { state: running, lastState, restartCount: restartCount + Number(waits), hasStarted: true }
}

const timeOf = (text: string | null | undefined) => (text ? Date.parse(text) : undefined)
