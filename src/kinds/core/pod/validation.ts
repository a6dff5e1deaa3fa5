import { validatePodAnnotations } from '#kinds/shared/pod/annotation-rules.js'
import { mustHaveTrimmedImage } from '#kinds/shared/pod/container-rules.js'
import { TODAYS_PODS } from '#kinds/shared/pod/pod-rules.js'
import { validatePodSpec } from '#kinds/shared/pod/pod-spec-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { Pod } from './schema.js'

export function validatePod({ metadata, spec }: Readonly<Pod>, errors: FieldErrors): void {
  const { annotations } = metadata
  if (annotations) {
    errors.member('metadata', annotations, (given) => validatePodAnnotations(given, spec, errors))
  }
  errors.member('spec', spec, validatePodSpec, TODAYS_PODS)
  errors.each('spec.containers', spec.containers, mustHaveTrimmedImage)
  errors.each('spec.initContainers', spec.initContainers, mustHaveTrimmedImage)
}

/** What comes to a pod later in its life. */
export function validateNewPod({ spec }: Readonly<Pod>, errors: FieldErrors): void {
  if (spec.ephemeralContainers) errors.forbidden('spec.ephemeralContainers', 'cannot be set on create')
  if (spec.nodeName && spec.schedulingGates) {
    errors.forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')
  }
}
