import type { Container } from '#kinds/shared/pod/containers/container.js'
import { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { Affinity } from '#kinds/shared/pod/scheduling/affinity.js'
import type { Toleration } from '#kinds/shared/pod/scheduling/scheduling.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { MAX_INT32, mustLieBetween } from '#meta/field-rules.js'
import { mustKeepAnnotations } from './annotation-update-rules.js'
import { changedPaths } from './changed-paths.js'
import { validateGatedUpdate } from './gated-update-rules.js'
import type { Pod } from './schema.js'

/** Few fields of a pod can change, because its containers already run. */

const CHANGEABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',')

/** Each of the first steps ends the validation if the rest would compare unrelated things. */
export function validatePodUpdate(
  { metadata, spec }: Readonly<Pod>,
  { metadata: metadataBefore, spec: current }: Readonly<Pod>,
  errors: FieldErrors,
): void {
  mustKeepAnnotations(metadata.annotations, metadataBefore.annotations, errors)
  if (!mustHaveAsMany('containers', spec.containers, current.containers, errors)) return
  if (!mustHaveAsMany('initContainers', spec.initContainers, current.initContainers, errors)) return
  if (!validateDeadline(spec.activeDeadlineSeconds, current.activeDeadlineSeconds, errors)) return
  mustKeepTolerations(spec.tolerations, current.tolerations, errors)
  mustOnlyOpenGates(spec, current, errors)
  if (current.schedulingGates) validateGatedUpdate(spec, current, errors)
  const changed = changedPaths(PodSpec, withAllowedChanges(spec, current), current, 'spec')
  if (changed.length === 0) return
  errors.forbidden(
    'spec',
    `pod updates may not change fields other than ${CHANGEABLE}\nchanged: ${changed.join(', ')}\n`,
  )
}

type Containers = readonly Container[] | null | undefined

function mustHaveAsMany(field: string, after: Containers, before: Containers, errors: FieldErrors): boolean {
  if ((after?.length ?? 0) === (before?.length ?? 0)) return true
  errors.forbidden(`spec.${field}`, 'pod updates may not add or remove containers')
  return false
}

/** A deadline may only become shorter. Returns false if it is invalid or longer. */
function validateDeadline(
  after: number | undefined,
  before: number | undefined,
  errors: FieldErrors,
): boolean {
  const field = 'spec.activeDeadlineSeconds'
  if (after === undefined) {
    if (before !== undefined) {
      errors.invalid(field, null, 'must not update from a positive integer to nil value')
    }
    return true
  }
  mustLieBetween(0, MAX_INT32, field, after, errors)
  if (after < 0 || after > MAX_INT32) return false
  if (before === undefined || after <= before) return true
  errors.invalid(field, after, 'must be less than or equal to previous value')
  return false
}

type Tolerations = readonly Toleration[] | undefined

function mustKeepTolerations(after: Tolerations, before: Tolerations, errors: FieldErrors): void {
  const identityOf = ({ key = '', operator = '', value = '', effect = '' }: Toleration) =>
    JSON.stringify([key, operator, value, effect])
  const kept = new Set(after?.map(identityOf))
  if (before?.every((toleration) => kept.has(identityOf(toleration))) ?? true) return
  errors.forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')
}

function mustOnlyOpenGates(after: PodSpec, before: PodSpec, errors: FieldErrors): void {
  const known = new Set(before.schedulingGates?.map(({ name }) => name))
  for (const [index, { name }] of (after.schedulingGates ?? []).entries()) {
    if (known.has(name)) continue
    errors.forbidden(
      `spec.schedulingGates[${index}].name`,
      `only deletion is allowed, but found new scheduling gate '${name}'`,
    )
  }
}

/** The new spec without the allowed changes. */
function withAllowedChanges(spec: PodSpec, current: PodSpec): PodSpec {
  const { terminationGracePeriodSeconds: period } = current
  const shortened = (period ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1
  const isGated = current.schedulingGates !== undefined
  return {
    ...spec,
    containers: withImagesOf(spec.containers, current.containers) ?? null,
    initContainers: withImagesOf(spec.initContainers, current.initContainers),
    activeDeadlineSeconds: current.activeDeadlineSeconds,
    tolerations: current.tolerations,
    schedulingGates: current.schedulingGates,
    terminationGracePeriodSeconds: shortened ? period : spec.terminationGracePeriodSeconds,
    // Node selector and node affinity of a gated pod may still change.
    ...(isGated && {
      nodeSelector: current.nodeSelector,
      affinity: withNodeAffinityOf(spec.affinity, current.affinity),
    }),
  }
}

function withNodeAffinityOf(after: Affinity | undefined, before: Affinity | undefined): Affinity | undefined {
  const nodeAffinity = before?.nodeAffinity
  if (after === undefined) {
    return nodeAffinity && { nodeAffinity, podAffinity: undefined, podAntiAffinity: undefined }
  }
  if (before === undefined && !after.podAffinity && !after.podAntiAffinity) return undefined
  return { ...after, nodeAffinity }
}

function withImagesOf(after: Containers, before: Containers): Container[] | undefined {
  return after?.map((container, index) => ({ ...container, image: before?.[index]?.image }))
}
