import type { Pod } from '#kinds/core/pod/schema.js'
import { parseDuration } from '#util/text/duration.js'
import type { Program } from './command.js'
import { programOf } from './program.js'

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

export interface PodBehaviour {
  readonly behaviour: Behaviour
  readonly readyAfterMs: number
  readonly finishAfterMs: number
  /** Of each container. */
  readonly exitCodes: readonly number[]
}

/** Annotations that say more than the command. */
const DECIDING = [BEHAVIOUR_ANNOTATION, FINISH_AFTER_ANNOTATION, EXIT_CODE_ANNOTATION]

/**
 * Annotations decide first, then the commands of the containers. By default, pods that may end succeed, and all
 * others keep running.
 */
export function behaviourOf({ metadata, spec }: Pick<Pod, 'metadata' | 'spec'>): PodBehaviour {
  const { annotations = {} } = metadata
  const { restartPolicy = 'Always' } = spec
  const containers = spec.containers ?? []
  const readyAfterMs = parseDuration(annotations[READY_AFTER_ANNOTATION] ?? '0') ?? 0
  if (DECIDING.every((annotation) => annotations[annotation] === undefined)) {
    const programs = containers.map(programOf)
    const commanded = commandedBehaviour(programs, restartPolicy)
    if (commanded !== undefined) return { ...commanded, readyAfterMs }
  }
  const exitCode = Number.parseInt(annotations[EXIT_CODE_ANNOTATION] ?? '', 10) || 1
  const named = BEHAVIOURS.find((behaviour) => behaviour === annotations[BEHAVIOUR_ANNOTATION])
  return {
    behaviour: named ?? (restartPolicy === 'Always' ? 'run' : 'succeed'),
    readyAfterMs,
    finishAfterMs: parseDuration(annotations[FINISH_AFTER_ANNOTATION] ?? '0') ?? 0,
    exitCodes: containers.map(() => exitCode),
  }
}

/** A pod runs as long as its longest container. Returns undefined if a command cannot be read. */
function commandedBehaviour(
  programs: readonly (Program | undefined)[],
  restartPolicy: string,
): Omit<PodBehaviour, 'readyAfterMs'> | undefined {
  if (programs.length === 0 || !programs.every((program) => program !== undefined)) return undefined
  const exitCodes = programs.map((program) => (program.type === 'ends' ? program.exitCode : 0))
  const isEndless = programs.some(({ type }) => type === 'endless')
  if (isEndless) return { behaviour: 'run', finishAfterMs: 0, exitCodes }
  const finishAfterMs = Math.max(
    ...programs.map((program) => (program.type === 'ends' ? program.afterMs : 0)),
  )
  const hasFailed = exitCodes.some((code) => code !== 0)
  // A program that ends is started again if the policy says so.
  const isRestarted = restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && hasFailed)
  return { behaviour: isRestarted ? 'crash' : hasFailed ? 'fail' : 'succeed', finishAfterMs, exitCodes }
}
