import { qosClassOf } from '#kinds/core/pod/qos-class.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { ResourceQuotaSpec } from '#kinds/core/resourcequota/schema.js'

/** Whether a pod is in all scopes of a quota. Quotas with scopes count only pods. */
export function isInScope(pod: Readonly<Pod> | undefined, spec: Readonly<ResourceQuotaSpec>): boolean {
  const expressions = spec.scopeSelector?.matchExpressions ?? []
  // A scope may be listed many times, and checking it reads all containers.
  const named = new Set([...(spec.scopes ?? []), ...expressions.map(({ scopeName }) => scopeName)])
  if (named.size === 0) return true
  if (pod === undefined) return false
  for (const scope of named) {
    if (scope !== PRIORITY_CLASS && !SCOPES[scope]?.(pod)) return false
  }
  if (spec.scopes?.includes(PRIORITY_CLASS) && !hasPriority(pod, 'Exists', [])) return false
  return expressions.every(
    ({ scopeName, operator, values }) =>
      scopeName !== PRIORITY_CLASS || hasPriority(pod, operator, values ?? []),
  )
}

const PRIORITY_CLASS = 'PriorityClass'

const SCOPES: Readonly<Record<string, (pod: Readonly<Pod>) => boolean>> = {
  Terminating: ({ spec }) => (spec.activeDeadlineSeconds ?? -1) >= 0,
  NotTerminating: ({ spec }) => (spec.activeDeadlineSeconds ?? -1) < 0,
  BestEffort: ({ spec }) => qosClassOf(spec) === 'BestEffort',
  NotBestEffort: ({ spec }) => qosClassOf(spec) !== 'BestEffort',
  CrossNamespacePodAffinity: ({ spec }) => {
    const { podAffinity, podAntiAffinity } = spec.affinity ?? {}
    return [podAffinity, podAntiAffinity].some((affinity) =>
      [
        ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
        ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
          ({ podAffinityTerm }) => podAffinityTerm,
        ),
      ].some(
        ({ namespaces, namespaceSelector }) =>
          (namespaces ?? []).length > 0 || namespaceSelector !== undefined,
      ),
    )
  },
}

function hasPriority({ spec }: Readonly<Pod>, operator: string, values: readonly string[]): boolean {
  const { priorityClassName: name } = spec
  if (operator === 'DoesNotExist') return !name
  if (operator === 'NotIn') return !values.includes(name ?? '')
  return Boolean(name) && (operator === 'Exists' || values.includes(name ?? ''))
}
