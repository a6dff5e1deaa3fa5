import { parseDuration } from '#util/text/duration.js'

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
  readonly exitCode: number
}

/** By default, pods that may end succeed, and all others keep running. */
export function behaviourOf(
  annotations: Readonly<Record<string, string>> = {},
  restartPolicy: string | undefined,
): PodBehaviour {
  const named = BEHAVIOURS.find((behaviour) => behaviour === annotations[BEHAVIOUR_ANNOTATION])
  return {
    behaviour: named ?? (restartPolicy === 'Always' || restartPolicy === undefined ? 'run' : 'succeed'),
    readyAfterMs: parseDuration(annotations[READY_AFTER_ANNOTATION] ?? '0') ?? 0,
    finishAfterMs: parseDuration(annotations[FINISH_AFTER_ANNOTATION] ?? '0') ?? 0,
    exitCode: Number.parseInt(annotations[EXIT_CODE_ANNOTATION] ?? '', 10) || 1,
  }
}
