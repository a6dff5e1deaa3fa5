import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { EphemeralContainer } from './container.js'
import { type ContainerContext, mustHaveTrimmedImage, validateCommonContainer } from './container-rules.js'

/** Containers that are added to a running pod. They have no probes or ports and cannot be removed. */

const NOT_EPHEMERAL = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const

interface NamedContainerContext extends ContainerContext {
  readonly names: Set<string>
  readonly targets: ReadonlySet<string>
}

export function validateEphemeralContainers(
  { containers, initContainers, ephemeralContainers }: PodSpec,
  context: ContainerContext,
  errors: FieldErrors,
): void {
  if (ephemeralContainers === undefined) return
  const targets = new Set([...(containers ?? []), ...(initContainers ?? [])].map(({ name }) => name))
  const names = new Set(targets)
  errors.each('ephemeralContainers', ephemeralContainers, validateEphemeral, {
    ...context,
    names,
    targets,
  })
}

function validateEphemeral(
  container: EphemeralContainer,
  errors: FieldErrors,
  context: NamedContainerContext,
): void {
  const { name, targetContainerName, volumeMounts } = container
  const { names, targets } = context
  validateCommonContainer(container, errors, context)
  mustHaveTrimmedImage(container, errors)
  if (names.has(name)) errors.duplicate('name', name)
  names.add(name)
  if (targetContainerName !== undefined && !targets.has(targetContainerName)) {
    errors.notFound('targetContainerName', targetContainerName)
  }
  for (const field of NOT_EPHEMERAL) {
    const isSet = field === 'resources' ? asksForResources(container) : container[field] !== undefined
    if (isSet) errors.forbidden(field, 'cannot be set for an Ephemeral Container')
  }
  for (const [index, { subPath, subPathExpr }] of (volumeMounts ?? []).entries()) {
    if (subPath) {
      errors.forbidden(`volumeMounts[${index}].subPath`, 'cannot be set for an Ephemeral Container')
    }
    if (subPathExpr) {
      errors.forbidden(`volumeMounts[${index}].subPathExpr`, 'cannot be set for an Ephemeral Container')
    }
  }
}

function asksForResources({ resources }: EphemeralContainer): boolean {
  return resources.limits !== undefined || resources.requests !== undefined || resources.claims !== undefined
}
