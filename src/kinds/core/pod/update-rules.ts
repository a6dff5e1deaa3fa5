import type { Container } from '#kinds/shared/pod/containers/container.js'
import { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { Toleration } from '#kinds/shared/pod/scheduling/scheduling.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { MAX_INT32, mustLieBetween } from '#meta/field-rules.js'
import { semanticEqual } from '#schema/equal.js'
import type { AnyStruct, Fields, Type } from '#schema/type.js'
import type { Pod } from './schema.js'

/** Few fields of a pod can change, because its containers already run. */

const CHANGEABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',')

export function validatePodUpdate(
  { spec }: Readonly<Pod>,
  { spec: current }: Readonly<Pod>,
  errors: FieldErrors,
): void {
  const before = errors.all.length
  mustHaveAsMany('containers', spec.containers, current.containers, errors)
  mustHaveAsMany('initContainers', spec.initContainers, current.initContainers, errors)
  // Further differences would compare unrelated containers.
  if (errors.all.length > before) return
  validateDeadline(spec.activeDeadlineSeconds, current.activeDeadlineSeconds, errors)
  mustKeepTolerations(spec.tolerations, current.tolerations, errors)
  mustOnlyOpenGates(spec, current, errors)
  const changed = changedPaths(PodSpec, withAllowedChanges(spec, current), current, 'spec')
  if (changed.length === 0) return
  errors.forbidden(
    'spec',
    `pod updates may not change fields other than ${CHANGEABLE}\nchanged: ${changed.join(', ')}\n`,
  )
}

type Containers = readonly Container[] | null | undefined

function mustHaveAsMany(field: string, after: Containers, before: Containers, errors: FieldErrors): void {
  if ((after?.length ?? 0) === (before?.length ?? 0)) return
  errors.forbidden(`spec.${field}`, 'pod updates may not add or remove containers')
}

/** A deadline may only become shorter. */
function validateDeadline(after: number | undefined, before: number | undefined, errors: FieldErrors): void {
  const field = 'spec.activeDeadlineSeconds'
  if (after === undefined) {
    if (before !== undefined) {
      errors.invalid(field, null, 'must not update from a positive integer to nil value')
    }
    return
  }
  mustLieBetween(0, MAX_INT32, field, after, errors)
  if (before !== undefined && before < after) {
    errors.invalid(field, after, 'must be less than or equal to previous value')
  }
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
    // Node selector and affinity of a gated pod may still change.
    ...(isGated && { nodeSelector: current.nodeSelector, affinity: current.affinity }),
  }
}

function withImagesOf(after: Containers, before: Containers): Container[] | undefined {
  return after?.map((container, index) => ({ ...container, image: before?.[index]?.image }))
}

/** The paths of the differences between two values of a type. Lists of different length are one difference. */
export function changedPaths(type: Type, after: unknown, before: unknown, path: string): string[] {
  if (semanticEqual(type, after as never, before as never)) return []
  if (type.kind === 'struct' && isObject(after) && isObject(before)) {
    return changedFields(type, after, before, path)
  }
  if (type.kind === 'list' && Array.isArray(after) && after.length === (before as unknown[])?.length) {
    const { element } = type
    return after.flatMap((value, index) =>
      changedPaths(element, value, (before as unknown[])[index], `${path}[${index}]`),
    )
  }
  return [path]
}

function changedFields(
  { fields }: AnyStruct,
  after: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  path: string,
): string[] {
  return Object.entries(fields as Fields).flatMap(([name, { type }]) =>
    changedPaths(type, after[name], before[name], `${path}.${name}`),
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
