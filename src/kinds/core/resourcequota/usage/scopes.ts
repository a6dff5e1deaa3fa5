import { qosClassOf } from '#kinds/core/pod/qos-class.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { ResourceQuotaSpec } from '#kinds/core/resourcequota/schema.js'

/** What decides the scopes of a pod. */
export interface PodScopes {
  /** The scopes that the pod is in, without those of its priority class. */
  readonly names: ReadonlySet<string>
  readonly priorityClassName: string | undefined
}

const PRIORITY_CLASS = 'PriorityClass'

export function podScopes({ spec }: Readonly<Pod>): PodScopes {
  const names = new Set([
    (spec.activeDeadlineSeconds ?? -1) >= 0 ? 'Terminating' : 'NotTerminating',
    qosClassOf(spec) === 'BestEffort' ? 'BestEffort' : 'NotBestEffort',
  ])
  if (hasAffinityAcrossNamespaces(spec)) names.add('CrossNamespacePodAffinity')
  return { names, priorityClassName: spec.priorityClassName }
}

export const hasScopes = ({ scopes, scopeSelector }: Readonly<ResourceQuotaSpec>) =>
  (scopes ?? []).length > 0 || (scopeSelector?.matchExpressions ?? []).length > 0

/** Whether a pod is in all scopes of a quota. Quotas with scopes count only pods. */
export function isInScope(pod: PodScopes | undefined, spec: Readonly<ResourceQuotaSpec>): boolean {
  if (!hasScopes(spec)) return true
  if (pod === undefined) return false
  const isIn = (scope: string) =>
    scope === PRIORITY_CLASS ? hasPriority(pod, 'Exists', []) : pod.names.has(scope)
  return (
    (spec.scopes ?? []).every(isIn) &&
    (spec.scopeSelector?.matchExpressions ?? []).every(({ scopeName, operator, values }) =>
      scopeName === PRIORITY_CLASS ? hasPriority(pod, operator, values ?? []) : isIn(scopeName),
    )
  )
}

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

function hasPriority(
  { priorityClassName: name }: PodScopes,
  operator: string,
  values: readonly string[],
): boolean {
  if (operator === 'DoesNotExist') return !name
  if (operator === 'NotIn') return !values.includes(name ?? '')
  return Boolean(name) && (operator === 'Exists' || values.includes(name ?? ''))
}
