import type { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import { qosClassOf } from '#kinds/core/pod/qos-class.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { ResourceQuotaSpec } from '#kinds/core/resourcequota/schema.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ServedVersion } from '#registry/kind.js'

/** What decides the scopes of an object. */
export interface ObjectScopes {
  /** The scopes that a pod is in, without those of its priority class. */
  readonly names: ReadonlySet<string>
  /** The names of its classes, by scope: the priority class of a pod, the VolumeAttributesClasses of a claim. */
  readonly classes: ReadonlyMap<string, readonly string[]>
}

const PRIORITY_CLASS = 'PriorityClass'
const VOLUME_ATTRIBUTES_CLASS = 'VolumeAttributesClass'

/** Undefined for an object without scopes. */
export function scopesOf(
  { group, kind }: Pick<ServedVersion, 'group' | 'kind'>,
  object: Readonly<ApiObject>,
): ObjectScopes | undefined {
  if (group !== '') return undefined
  if (kind === 'Pod') return podScopes(object as Pod)
  return kind === 'PersistentVolumeClaim' ? claimScopes(object as PersistentVolumeClaim) : undefined
}

function claimScopes({ spec, status }: Readonly<PersistentVolumeClaim>): ObjectScopes {
  const named = [
    spec.volumeAttributesClassName,
    status.currentVolumeAttributesClassName,
    status.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ].filter((name) => name !== undefined && name !== '')
  return { names: NONE, classes: new Map([[VOLUME_ATTRIBUTES_CLASS, named as string[]]]) }
}

const NONE: ReadonlySet<string> = new Set()

function podScopes({ spec }: Readonly<Pod>): ObjectScopes {
  const names = new Set([
    (spec.activeDeadlineSeconds ?? -1) >= 0 ? 'Terminating' : 'NotTerminating',
    qosClassOf(spec) === 'BestEffort' ? 'BestEffort' : 'NotBestEffort',
  ])
  if (hasAffinityAcrossNamespaces(spec)) names.add('CrossNamespacePodAffinity')
  const { priorityClassName: name } = spec
  return { names, classes: new Map([[PRIORITY_CLASS, name ? [name] : []]]) }
}

export const hasScopes = ({ scopes, scopeSelector }: Readonly<ResourceQuotaSpec>) =>
  (scopes ?? []).length > 0 || (scopeSelector?.matchExpressions ?? []).length > 0

/** Whether an object is in all scopes of a quota. Quotas with scopes count only pods or claims. */
export function isInScope(object: ObjectScopes | undefined, spec: Readonly<ResourceQuotaSpec>): boolean {
  if (!hasScopes(spec)) return true
  if (object === undefined) return false
  const isIn = (scope: string, operator = 'Exists', values: readonly string[] = []) => {
    if (!CLASSES.has(scope)) return object.names.has(scope)
    const classes = object.classes.get(scope)
    return classes !== undefined && hasClass(classes, operator, values)
  }
  return (
    (spec.scopes ?? []).every((scope) => isIn(scope)) &&
    (spec.scopeSelector?.matchExpressions ?? []).every(({ scopeName, operator, values }) =>
      isIn(scopeName, operator, values),
    )
  )
}

/** The scopes that name classes. */
const CLASSES: ReadonlySet<string> = new Set([PRIORITY_CLASS, VOLUME_ATTRIBUTES_CLASS])

function hasAffinityAcrossNamespaces({ affinity }: Pod['spec']): boolean {
  const { podAffinity, podAntiAffinity } = affinity ?? {}
  return [podAffinity, podAntiAffinity].some((terms) =>
    [
      ...(terms?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(terms?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
        ({ podAffinityTerm }) => podAffinityTerm,
      ),
    ].some(
      ({ namespaces, namespaceSelector }) => (namespaces ?? []).length > 0 || namespaceSelector !== undefined,
    ),
  )
}

/** One of several classes is enough. */
function hasClass(classes: readonly string[], operator: string, values: readonly string[]): boolean {
  if (operator === 'DoesNotExist') return classes.length === 0
  if (operator === 'NotIn') return classes.length === 0 || classes.some((name) => !values.includes(name))
  return operator === 'Exists' ? classes.length > 0 : classes.some((name) => values.includes(name))
}
