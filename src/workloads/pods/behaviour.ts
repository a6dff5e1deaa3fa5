import type { Pod } from '#kinds/core/pod/schema.js'
import { parseDuration } from '#util/text/duration.js'
import { programOf } from './program.js'
import { programContext } from './program-context.js'

type InitContainer = NonNullable<Pod['spec']['initContainers']>[number]

/** A sidecar runs beside the containers of its pod. */
export const isSidecar = ({ restartPolicy }: InitContainer) => restartPolicy === 'Always'

/** How a simulated pod behaves. Pods inherit the annotations of their template. */
export const BEHAVIOUR_ANNOTATION = 'simulation.binnacle.dev/behaviour'
/** Time from scheduling to ready, such as `500ms`, `2s` or `1m30s`. */
export const READY_AFTER_ANNOTATION = 'simulation.binnacle.dev/ready-after'
/** How long the containers of a finishing pod run. */
export const FINISH_AFTER_ANNOTATION = 'simulation.binnacle.dev/finish-after'

/** Exit code of a failing pod; 1 by default. */
export const EXIT_CODE_ANNOTATION = 'simulation.binnacle.dev/exit-code'

export const BEHAVIOURS = ['run', 'succeed', 'fail', 'crash', 'unready', 'pending', 'image-missing'] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

/** How a container ends. */
export interface ContainerEnd {
  readonly afterMs: number
  readonly exitCode: number
  /** Whether it is started again. */
  readonly isRestarted: boolean
}

export interface PodBehaviour {
  readonly behaviour: Behaviour
  readonly readyAfterMs: number
  /** Undefined for a container that runs for ever. */
  readonly ends: readonly (ContainerEnd | undefined)[]
  /** The same of the init containers. */
  readonly initEnds: readonly (ContainerEnd | undefined)[]
}

/** Annotations that say more than the command. */
const DECIDING = [BEHAVIOUR_ANNOTATION, FINISH_AFTER_ANNOTATION, EXIT_CODE_ANNOTATION]

/** The commands of pods with more containers are not read. */
const MAX_CONTAINERS = 20

/**
 * Annotations decide first, then the commands of the containers. By default, pods that may end succeed, and all
 * others keep running.
 */
export function behaviourOf(pod: Pick<Pod, 'metadata' | 'spec' | 'status'>): PodBehaviour {
  const { annotations = {} } = pod.metadata
  const { restartPolicy = 'Always', containers, initContainers } = pod.spec
  const readyAfterMs = parseDuration(annotations[READY_AFTER_ANNOTATION] ?? '0') ?? 0
  const isCommanded = DECIDING.every((annotation) => annotations[annotation] === undefined)
  if (isCommanded) {
    const ends = commandedEnds(pod)
    if (ends !== undefined) return { behaviour: 'run', readyAfterMs, ends, initEnds: commandedInitEnds(pod) }
  }
  const named = BEHAVIOURS.find((behaviour) => behaviour === annotations[BEHAVIOUR_ANNOTATION])
  const behaviour = named ?? (restartPolicy === 'Always' ? 'run' : 'succeed')
  const end = annotatedEnd(behaviour, annotations, restartPolicy)
  return {
    behaviour,
    readyAfterMs,
    ends: (containers ?? []).map(() => end),
    initEnds: isCommanded ? commandedInitEnds(pod) : (initContainers ?? []).map(defaultInitEnd),
  }
}

function annotatedEnd(
  behaviour: Behaviour,
  annotations: Readonly<Record<string, string>>,
  restartPolicy: string,
): ContainerEnd | undefined {
  const afterMs = parseDuration(annotations[FINISH_AFTER_ANNOTATION] ?? '0') ?? 0
  const exitCode = Number.parseInt(annotations[EXIT_CODE_ANNOTATION] ?? '', 10) || 1
  switch (behaviour) {
    case 'succeed':
      return { afterMs, exitCode: 0, isRestarted: false }
    case 'fail':
      return { afterMs, exitCode, isRestarted: restartPolicy === 'Always' }
    case 'crash':
      return { afterMs, exitCode, isRestarted: restartPolicy !== 'Never' }
    default:
      return undefined
  }
}

/** Returns undefined if a command cannot be read. */
function commandedEnds(
  pod: Pick<Pod, 'metadata' | 'spec' | 'status'>,
): readonly (ContainerEnd | undefined)[] | undefined {
  const { restartPolicy = 'Always', containers } = pod.spec
  if (!containers?.length || containers.length > MAX_CONTAINERS) return undefined
  const ends: (ContainerEnd | undefined)[] = []
  for (const container of containers) {
    const program = programOf(container, programContext(pod, container))
    if (program === undefined) return undefined
    const isRestarted =
      restartPolicy === 'Always' ||
      (restartPolicy === 'OnFailure' && program.type === 'ends' && program.exitCode !== 0)
    ends.push(program.type === 'ends' ? { ...program, isRestarted } : undefined)
  }
  return ends
}

/** A command that cannot be read succeeds at once. */
function commandedInitEnds(
  pod: Pick<Pod, 'metadata' | 'spec' | 'status'>,
): readonly (ContainerEnd | undefined)[] {
  const { restartPolicy = 'Always', initContainers } = pod.spec
  const all = initContainers ?? []
  if (all.length > MAX_CONTAINERS) return all.map(defaultInitEnd)
  return all.map((container) => {
    const program = programOf(container, programContext(pod, container))
    if (program === undefined) return defaultInitEnd(container)
    if (program.type === 'endless') return undefined
    const isRestarted = isSidecar(container) || (program.exitCode !== 0 && restartPolicy !== 'Never')
    return { ...program, isRestarted }
  })
}

const SUCCESS: ContainerEnd = { afterMs: 0, exitCode: 0, isRestarted: false }
const defaultInitEnd = (container: InitContainer) => (isSidecar(container) ? undefined : SUCCESS)
