import { isStandardInQuotas } from '#kinds/shared/resource-names.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { SCOPES, type ScopedResourceSelectorRequirement, type ScopeSelector } from './schema.js'

/** The scopes of a quota, and the resources that each scope allows. */

const OF_PODS = ['pods', 'cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']
const OF_CLAIMS = ['persistentvolumeclaims', 'requests.storage']

const RESOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Terminating', OF_PODS],
  ['NotTerminating', OF_PODS],
  ['BestEffort', ['pods']],
  ['NotBestEffort', OF_PODS],
  ['PriorityClass', OF_PODS],
  ['CrossNamespacePodAffinity', OF_PODS],
  ['VolumeAttributesClass', OF_CLAIMS],
])

const CONTRADICTIONS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const

const UNKNOWN = 'unsupported scope'
const INAPPLICABLE = 'unsupported scope applied to resource'
const CONFLICTING = 'conflicting scopes'

/** Whether a scope does not apply to one of the resources. */
function isInapplicable(scope: string, limited: readonly string[]): boolean {
  const resources = RESOURCES.get(scope)
  if (resources === undefined) return false
  return limited.some((name) => isStandardInQuotas(name) && !resources.includes(name))
}

const contradict = (scopes: readonly string[]) =>
  CONTRADICTIONS.some(([one, other]) => scopes.includes(one) && scopes.includes(other))

export function validateScopes(
  scopes: readonly string[] | undefined,
  limited: readonly string[],
  errors: FieldErrors,
): void {
  if (scopes === undefined) return
  for (const scope of new Set(scopes)) {
    if (!SCOPES.includes(scope)) errors.invalid('scopes', scopes, UNKNOWN)
    if (isInapplicable(scope, limited)) errors.invalid('scopes', scopes, INAPPLICABLE)
  }
  if (contradict(scopes)) errors.invalid('scopes', scopes, CONFLICTING)
}

export function validateScopeSelector(
  selector: ScopeSelector,
  errors: FieldErrors,
  limited: readonly string[],
): void {
  const { matchExpressions = [] } = selector
  for (const [index, requirement] of matchExpressions.entries()) {
    if (isInapplicable(requirement.scopeName, limited)) {
      errors.invalid('matchExpressions', selector, INAPPLICABLE)
    }
    errors.field(`matchExpressions[${index}]`, requirement, validateRequirement)
  }
  if (contradict(matchExpressions.map(({ scopeName }) => scopeName))) {
    errors.invalid('matchExpressions', selector, CONFLICTING)
  }
}

/** Scopes without values. */
const PLAIN_SCOPES = [
  'BestEffort',
  'NotBestEffort',
  'Terminating',
  'NotTerminating',
  'CrossNamespacePodAffinity',
]

const MUST_EXIST =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"

function validateRequirement(
  { scopeName, operator, values }: ScopedResourceSelectorRequirement,
  errors: FieldErrors,
): void {
  if (!SCOPES.includes(scopeName)) errors.invalid('scopeName', scopeName, UNKNOWN)
  if (PLAIN_SCOPES.includes(scopeName) && operator !== 'Exists') {
    errors.invalid('operator', operator, MUST_EXIST)
  }
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values === undefined) {
        errors.required(
          'values',
          "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
        )
      }
      break
    case 'Exists':
    case 'DoesNotExist':
      if (values !== undefined) {
        errors.invalid(
          'values',
          values,
          "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
        )
      }
      break
    default:
      errors.invalid('operator', operator, 'not a valid selector operator')
  }
}
