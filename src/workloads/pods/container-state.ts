import type { Pod } from '#kinds/core/pod/schema.js'
import { formatTime } from '#schema/times.js'

export type ContainerStatus = NonNullable<Pod['status']['containerStatuses']>[number]
export type ContainerState = NonNullable<ContainerStatus['state']>

/** A container that waits for the init containers before it, or for all. */
export const WAITING = { waiting: { reason: 'PodInitializing' } }

export const terminated = (exitCode: number, since: number, now: number): ContainerState =>
  ({
    terminated: {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      startedAt: formatTime(new Date(since)),
      finishedAt: formatTime(new Date(now)),
    },
  }) as ContainerState
