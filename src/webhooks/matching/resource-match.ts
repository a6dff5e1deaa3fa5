import type { GroupVersion } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'

export interface ResourceRule {
  readonly operations?: readonly string[] | undefined
  readonly apiGroups?: readonly string[] | undefined
  readonly apiVersions?: readonly string[] | undefined
  /** Plurals, optionally with `/subresource`; `*` matches all. */
  readonly resources?: readonly string[] | undefined
  readonly scope?: string | undefined
  /** Empty or absent matches all names. */
  readonly resourceNames?: readonly string[] | undefined
}

/** Rules, and whether they match all versions of their resources. */
export interface ResourceRules {
  readonly rules?: readonly ResourceRule[] | undefined
  readonly matchPolicy?: string | undefined
}

export type AdmittedWrite = Pick<AdmissionReview, 'version' | 'subresource' | 'operation' | 'name'>

/** Operation names in rules and reviews. */
export const OPERATION_NAMES: Readonly<Record<AdmittedOperation, string>> = {
  create: 'CREATE',
  update: 'UPDATE',
  delete: 'DELETE',
  connect: 'CONNECT',
}

/** Webhooks and policies never see this group: otherwise a mistake in one could not be fixed. */
const EXEMPT_GROUP = 'admissionregistration.k8s.io'

export const isExempt = ({ group }: GroupVersion) => group === EXEMPT_GROUP

/**
 * The version in which rules match a write: that of the request, or with `Equivalent` another one of the kind.
 * Undefined without a match.
 */
export function matchedVersion(rules: ResourceRules, write: AdmittedWrite): ServedVersion | undefined {
  const { version } = write
  const matchesRule = (candidate: ServedVersion) =>
    rules.rules?.some((rule) => ruleMatches(rule, candidate, write)) ?? false
  if (matchesRule(version)) return version
  if (rules.matchPolicy === 'Exact') return undefined
  return version.stored.versions.find((candidate) => candidate !== version && matchesRule(candidate))
}

/** Whether rules can match such writes at all, whatever the object or subresource. */
export function mayMatch(
  rules: ResourceRules,
  version: ServedVersion,
  operation: AdmittedOperation,
): boolean {
  if (isExempt(version)) return false
  const candidates = rules.matchPolicy === 'Exact' ? [version] : version.stored.versions
  return (rules.rules ?? []).some((rule) =>
    candidates.some(
      (candidate) =>
        hasVersion(rule, candidate) &&
        includes(rule.operations, OPERATION_NAMES[operation]) &&
        (rule.resources ?? []).some((resource) => isAny(resource.split('/', 1)[0], candidate.plural)),
    ),
  )
}

function ruleMatches(rule: ResourceRule, version: ServedVersion, write: AdmittedWrite): boolean {
  const { subresource = '', operation, name } = write
  const { resourceNames = [] } = rule
  return (
    hasVersion(rule, version) &&
    includes(rule.operations, OPERATION_NAMES[operation]) &&
    (rule.resources ?? []).some((resource) => matchesResource(resource, version.plural, subresource)) &&
    (resourceNames.length === 0 || resourceNames.includes(name ?? ''))
  )
}

function hasVersion({ apiGroups, apiVersions, scope }: ResourceRule, version: ServedVersion): boolean {
  return (
    includes(apiGroups, version.group) && includes(apiVersions, version.version) && hasScope(scope, version)
  )
}

function hasScope(scope: string | undefined, { namespaced }: ServedVersion): boolean {
  return scope === undefined || scope === '*' || (scope === 'Namespaced') === namespaced
}

function matchesResource(resource: string, plural: string, subresource: string): boolean {
  const [name, sub = ''] = resource.split('/', 2)
  return isAny(name, plural) && isAny(sub, subresource)
}

const isAny = (pattern: string | undefined, text: string) => pattern === '*' || pattern === text

function includes(values: readonly string[] | undefined, value: string): boolean {
  return values?.some((candidate) => isAny(candidate, value)) ?? false
}
