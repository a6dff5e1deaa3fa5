import { parseDuration } from '#util/duration.js'

/** What a pod is to do, since nothing really runs. A template hands its annotations on to all of its pods. */
export const BEHAVIOUR_ANNOTATION = 'simulation.binnacle.dev/behaviour'
/** How long a pod takes from its node to being ready, such as `500ms`, `2s` or `1m30s`. */
export const READY_AFTER_ANNOTATION = 'simulation.binnacle.dev/ready-after'
/** How long the program of a pod runs that comes to an end. */
export const FINISH_AFTER_ANNOTATION = 'simulation.binnacle.dev/finish-after'

/** What the program of a pod ends with that fails; 1 when left out. */
export const EXIT_CODE_ANNOTATION = 'simulation.binnacle.dev/exit-code'

export const BEHAVIOURS = ['run', 'succeed', 'fail', 'crash', 'unready', 'pending', 'image-missing'] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

/** How the pod behaves. */
export interface PodBehaviour {
  readonly behaviour: Behaviour
  readonly readyAfterMs: number
  readonly finishAfterMs: number
  readonly exitCode: number
}

/** Pods that may end do so with success, and all others run for good, unless they say otherwise. */
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
