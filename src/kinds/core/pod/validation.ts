import { validatePodAnnotations } from '#kinds/shared/pod/annotation-rules.js'
import { mustHaveTrimmedImage } from '#kinds/shared/pod/containers/container-rules.js'
import { CURRENT_PODS } from '#kinds/shared/pod/pod-rules.js'
import { validatePodSpec } from '#kinds/shared/pod/pod-spec-rules.js'
import { mustMatchAnnotations } from '#kinds/shared/pod/security/profile-annotations.js'
import type { Volume } from '#kinds/shared/pod/volumes/volume.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { Pod } from './schema.js'

export function validatePod({ metadata, spec }: Readonly<Pod>, errors: FieldErrors): void {
  const { annotations } = metadata
  if (annotations) {
    errors.field('metadata', annotations, (given) =>
      validatePodAnnotations(given, spec, errors, CURRENT_PODS),
    )
  }
  const hasClaims = spec.volumes?.some(isEphemeral) || spec.resourceClaims !== undefined
  const rules = hasClaims ? { ...CURRENT_PODS, podName: metadata.name } : CURRENT_PODS
  errors.field('spec', spec, validatePodSpec, rules)
  if (spec.serviceAccountName === undefined) errors.each('spec.volumes', spec.volumes, mustHaveNoToken)
  errors.each('spec.containers', spec.containers, mustHaveTrimmedImage)
  errors.each('spec.initContainers', spec.initContainers, mustHaveTrimmedImage)
}

const isEphemeral = ({ ephemeral }: Volume) => ephemeral !== undefined

/** A token is that of a service account. */
function mustHaveNoToken({ projected }: Volume, errors: FieldErrors): void {
  for (const [index, { serviceAccountToken }] of (projected?.sources ?? []).entries()) {
    if (serviceAccountToken === undefined) continue
    errors.forbidden(
      `projected.sources[${index}].serviceAccountToken`,
      'must not be specified when serviceAccountName is not set',
    )
  }
}

export function validateNewPod({ metadata, spec }: Readonly<Pod>, errors: FieldErrors): void {
  if (spec.ephemeralContainers) errors.forbidden('spec.ephemeralContainers', 'cannot be set on create')
  if (spec.nodeName && spec.schedulingGates) {
    errors.forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')
  }
  if (metadata.annotations) mustMatchAnnotations(metadata.annotations, spec, errors)
}
