import { OMITTED } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type {
  AnonymousAuthConfig,
  AuthenticationConfiguration,
  ClaimMappings,
  ClaimOrExpression,
  ClaimValidationRule,
  IssuerSection,
  JwtAuthenticator,
  PrefixedClaimOrExpression,
} from './authentication-configuration.js'
import { certificatesError, issuerUrlError } from './issuer-checks.js'

const MAX_ISSUERS = 64
const NEEDS_CEL = 'expressions in CEL are not supported: name a claim instead'

/** Validates an `AuthenticationConfiguration`. */
export function validateAuthentication(
  { jwt, anonymous }: AuthenticationConfiguration,
  errors: FieldErrors,
): void {
  if (jwt && jwt.length > MAX_ISSUERS) errors.tooMany('jwt', jwt.length, MAX_ISSUERS)
  const seen = new Set<string>()
  errors.each('jwt', jwt, validateAuthenticator, seen)
  errors.field('anonymous', anonymous, validateAnonymous)
}

function validateAuthenticator(jwt: JwtAuthenticator, errors: FieldErrors, seen: Set<string>): void {
  errors.field('issuer', jwt.issuer, validateIssuer, seen)
  errors.eachDistinct('claimValidationRules', jwt.claimValidationRules, validateClaimRule)
  errors.field('claimMappings', jwt.claimMappings, validateMappings)
  errors.each('userValidationRules', jwt.userValidationRules, (_, errors) =>
    errors.forbidden('expression', 'expressions in CEL are not supported'),
  )
}

function validateIssuer(issuer: IssuerSection, errors: FieldErrors, seen: Set<string>): void {
  const { url, discoveryURL = '', certificateAuthority, egressSelectorType } = issuer
  if (url === '') errors.required('url', 'URL is required')
  else validateUrl('url', url, errors, seen)
  if (discoveryURL !== '') {
    if (withoutSlashes(discoveryURL) === withoutSlashes(url))
      errors.invalid('discoveryURL', discoveryURL, 'discoveryURL must be different from URL')
    else validateUrl('discoveryURL', discoveryURL, errors, seen)
  }
  const error = certificateAuthority ? certificatesError(certificateAuthority) : undefined
  if (error !== undefined) errors.invalid('certificateAuthority', OMITTED, error)
  if (egressSelectorType)
    errors.forbidden('egressSelectorType', 'there is one network by which issuers are reached')
  validateAudiences(issuer, errors)
}

/** Issuer URLs are unique. */
function validateUrl(field: string, url: string, errors: FieldErrors, seen: Set<string>): void {
  const error = issuerUrlError(url)
  if (error !== undefined) errors.invalid(field, url, error)
  const place = `${field} ${url}`
  if (seen.has(place)) errors.duplicate(field, url)
  seen.add(place)
}

const withoutSlashes = (url: string) => url.replace(/\/+$/, '')

function validateAudiences(
  { audiences, audienceMatchPolicy = '' }: IssuerSection,
  errors: FieldErrors,
): void {
  const count = audiences?.length ?? 0
  if (count === 0) errors.required('audiences', 'at least one audience is required')
  if (count > 1 && audienceMatchPolicy !== 'MatchAny') {
    const detail = 'audienceMatchPolicy must be MatchAny for multiple audiences'
    errors.invalid('audienceMatchPolicy', audienceMatchPolicy, detail)
  } else if (audienceMatchPolicy !== '' && audienceMatchPolicy !== 'MatchAny') {
    const detail = 'audienceMatchPolicy must be empty or MatchAny for single audience'
    errors.invalid('audienceMatchPolicy', audienceMatchPolicy, detail)
  }
  errors.eachDistinct('audiences', audiences, (audience, errors, seen) => {
    if (audience === '') errors.required('', "audience can't be empty")
    else if (seen.has(audience)) errors.duplicate('', audience)
    seen.add(audience)
  })
}

function validateClaimRule(rule: ClaimValidationRule, errors: FieldErrors, seen: Set<string>): void {
  const { claim = '', expression, message } = rule
  if (expression) errors.forbidden('expression', NEEDS_CEL)
  else if (claim === '') errors.required('claim', 'a claim is required')
  else if (message) errors.invalid('message', message, "message can't be set when claim is set")
  if (claim !== '' && seen.has(claim)) errors.duplicate('claim', claim)
  seen.add(claim)
}

function validateMappings({ username, groups, uid, extra }: ClaimMappings, errors: FieldErrors): void {
  errors.field('username', username, validatePrefixedClaim)
  if (!username.claim && !username.expression) errors.required('username.claim', 'a claim is required')
  errors.field('groups', groups, validatePrefixedClaim)
  errors.field('uid', uid, ({ expression }: ClaimOrExpression, errors) => {
    if (expression) errors.forbidden('expression', NEEDS_CEL)
  })
  errors.each('extra', extra, (_, errors) =>
    errors.forbidden('valueExpression', 'expressions in CEL are not supported'),
  )
}

function validatePrefixedClaim(mapping: PrefixedClaimOrExpression, errors: FieldErrors): void {
  const { claim, prefix, expression } = mapping
  if (expression) errors.forbidden('expression', NEEDS_CEL)
  if (claim && prefix === undefined) {
    errors.required(
      'prefix',
      'prefix is required when claim is set. It can be set to an empty string to disable prefixing',
    )
  }
  if (!claim && !expression && prefix)
    errors.invalid('prefix', prefix, "prefix can't be set when claim is not")
}

function validateAnonymous({ enabled, conditions }: AnonymousAuthConfig, errors: FieldErrors): void {
  if (!enabled && conditions) {
    errors.invalid('conditions', OMITTED, 'enabled should be set to true when conditions are defined')
  }
  errors.each('conditions', conditions, ({ path }, errors) => {
    if (path === '') errors.required('path', 'a path is required')
  })
}
