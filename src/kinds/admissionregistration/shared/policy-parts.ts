import type { FieldErrors } from '#meta/field-errors.js'
import { dns1035Label, rfc1123Subdomain } from '#meta/formats.js'
import { type Infer, optional, required, string, struct } from '#schema/type.js'
import type { MatchCondition } from './match-condition.js'
import type { MatchResources } from './match-resources.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const ParamKind = struct(
  `${V1}.ParamKind`,
  'Kind of the objects that serve as parameters.',
  () => ({
    apiVersion: optional(1, string, 'Group and version of the kind.'),
    kind: optional(2, string, 'Name of the kind.'),
  }),
  { mapType: 'atomic' },
)
export interface ParamKind extends Infer<typeof ParamKind> {}

export const Variable = struct(
  `${V1}.Variable`,
  'An expression that others can use as variables.<name>.',
  () => ({
    name: required(1, string, 'Name of the variable, unique in the list.'),
    expression: required(2, string, 'CEL expression; it can use the variables before this one.'),
  }),
  { mapType: 'atomic' },
)
export interface Variable extends Infer<typeof Variable> {}

/** What validating and mutating policies have in common. */
export interface PolicySpec {
  paramKind?: ParamKind | undefined
  matchConstraints?: MatchResources | undefined
  failurePolicy?: string | undefined
  matchConditions?: MatchCondition[] | undefined
  variables?: Variable[] | undefined
}

export function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, errors: FieldErrors): void {
  if (apiVersion === '') errors.required('apiVersion')
  else validateApiVersion(apiVersion, errors)
  const messages = dns1035Label(kind.toLowerCase())
  if (kind === '') errors.required('kind')
  else if (messages.length > 0) {
    errors.invalid('kind', kind, `may have mixed case, but should otherwise match: ${messages.join(',')}`)
  }
}

function validateApiVersion(apiVersion: string, errors: FieldErrors): void {
  const parts = apiVersion.split('/')
  if (parts.length > 2) {
    errors.invalid('apiVersion', apiVersion, `unexpected GroupVersion string: ${apiVersion}`)
    return
  }
  const [version = '', group = ''] = parts.reverse()
  const groupErrors = group === '' ? [] : rfc1123Subdomain(group)
  if (groupErrors.length > 0) errors.invalid('apiVersion', group, groupErrors.join(','))
  const versionErrors = dns1035Label(version)
  if (version === '') errors.invalid('apiVersion', apiVersion, 'version must be specified')
  else if (versionErrors.length > 0) errors.invalid('apiVersion', version, versionErrors.join(','))
}
