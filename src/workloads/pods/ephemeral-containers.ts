import type { Pod } from '#kinds/core/pod/schema.js'
import { formatTime } from '#schema/times.js'
import { containerLife } from './container-life.js'
import type { ContainerStatus } from './container-state.js'
import { programOf } from './program.js'
import { programContext } from './program-context.js'

type Container = NonNullable<Pod['spec']['containers']>[number]

interface EphemeralContainers {
  readonly statuses: readonly ContainerStatus[]
  readonly isChanged: boolean
  /** The containers that start now. */
  readonly started: readonly string[]
  readonly due: readonly number[]
}

/** Ephemeral containers start when they are added to a running pod, and end as their commands say. */
export function runEphemeral(
  pod: Readonly<Pod>,
  now: number,
  startedAt: ReadonlyMap<string, number> | undefined,
): EphemeralContainers {
  const started: string[] = []
  const due: number[] = []
  let isChanged = false
  const statuses = (pod.spec.ephemeralContainers ?? []).map((container) => {
    const { name, image } = container
    const before = pod.status.ephemeralContainerStatuses?.find((status) => status.name === name)
    if (before === undefined) started.push(name)
    const state = { running: { startedAt: formatTime(new Date(now)) } }
    const current = (before ?? {
      name,
      state,
      lastState: {},
      ready: false,
      restartCount: 0,
      image,
      imageID: '',
      resources: {},
    }) as ContainerStatus
    const program = programOf(container as Container, programContext(pod, container as Container))
    const end = program?.type === 'ends' ? { ...program, isRestarted: false } : undefined
    const life = containerLife(current, end, now, before && startedAt)
    if (life.due !== undefined) due.push(life.due)
    isChanged ||= before === undefined || life.state !== before.state
    return { ...current, state: life.state }
  })
  return { statuses, isChanged, started, due }
}
