import { mustBeAmount, mustBeQuotaResourceName } from '#kinds/shared/resource-names.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { ResourceQuota, ResourceQuotaSpec } from './schema.js'
import { validateScopeSelector, validateScopes } from './scope-rules.js'

export function validateResourceQuota({ spec }: Readonly<ResourceQuota>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: ResourceQuotaSpec, errors: FieldErrors): void {
  validateAmounts('hard', spec.hard, errors)
  const limited = Object.keys(spec.hard ?? {})
  validateScopes(spec.scopes, limited, errors)
  errors.field('scopeSelector', spec.scopeSelector, validateScopeSelector, limited)
}

type Amounts = Readonly<Record<string, string>> | undefined

function validateAmounts(field: string, amounts: Amounts, errors: FieldErrors): void {
  for (const name in amounts) {
    const at = `${field}[${name}]`
    mustBeQuotaResourceName(at, name, errors)
    mustBeAmount(at, name, amounts[name] as string, errors)
  }
}

/** The scopes are immutable. */
export function validateResourceQuotaUpdate(
  { spec: { scopes = [] } }: Readonly<ResourceQuota>,
  { spec: { scopes: before = [] } }: Readonly<ResourceQuota>,
  errors: FieldErrors,
): void {
  const [wanted, current] = [new Set(scopes), new Set(before)]
  const isSame = wanted.size === current.size && [...wanted].every((scope) => current.has(scope))
  if (!isSame) errors.invalid('spec.scopes', scopes, 'field is immutable')
}

export function validateResourceQuotaStatus(
  { status }: Readonly<ResourceQuota>,
  _current: Readonly<ResourceQuota>,
  errors: FieldErrors,
): void {
  validateAmounts('status.hard', status.hard, errors)
  validateAmounts('status.used', status.used, errors)
}
