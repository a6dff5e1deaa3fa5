import { isAbsolute } from 'node:path'
import { AUTHORIZATION_MODES } from '#access/authorization/authorization-config.js'
import { reviewConditionError } from '#kinds/authorization/review-conditions.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { dns1123Subdomain } from '#meta/formats.js'
import { parseDuration } from '#util/text/duration.js'
import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
  WebhookConnectionInfo,
} from './authorization-configuration.js'

const MAX_TIMEOUT_MS = 30_000
const MAX_CONDITIONS = 64

interface Seen {
  readonly types: Set<string>
  readonly names: Set<string>
}

/** Validates an `AuthorizationConfiguration`. */
export function validateAuthorization(
  { authorizers }: AuthorizationConfiguration,
  errors: FieldErrors,
): void {
  if (!authorizers?.length) errors.required('authorizers', 'at least one authorization mode must be defined')
  const seen: Seen = { types: new Set(), names: new Set() }
  errors.each('authorizers', authorizers, validateAuthorizer, seen)
}

function validateAuthorizer(
  { type, name, webhook }: AuthorizerConfiguration,
  errors: FieldErrors,
  { types, names }: Seen,
): void {
  if (type === '') errors.required('type')
  else if (!AUTHORIZATION_MODES.some((known) => known === type)) {
    errors.notSupported('type', type, AUTHORIZATION_MODES)
  } else if (types.has(type) && type !== 'Webhook') errors.duplicate('type', type)
  types.add(type)
  if (name === '') errors.required('name')
  else if (names.has(name)) errors.duplicate('name', name)
  else if (dns1123Subdomain(name).length > 0) {
    errors.invalid('name', name, `authorizer name is invalid: ${dns1123Subdomain(name).join(', ')}`)
  }
  names.add(name)
  if (type === 'Webhook' && webhook === undefined) {
    errors.required('webhook', 'required when type=Webhook')
  } else if (type !== 'Webhook' && webhook !== undefined) {
    errors.invalid('webhook', 'non-null', 'may only be specified when type=Webhook')
  } else errors.field('webhook', webhook, validateWebhook)
}

function validateWebhook(webhook: WebhookConfiguration, errors: FieldErrors): void {
  const { timeout = '', authorizedTTL, unauthorizedTTL, failurePolicy = '' } = webhook
  const timeoutMs = parseDuration(timeout)
  if (timeout === '') errors.required('timeout')
  else if (timeoutMs === undefined || timeoutMs <= 0 || timeoutMs > MAX_TIMEOUT_MS) {
    errors.invalid('timeout', timeout, 'must be > 0s and <= 30s')
  }
  validateTtl('authorizedTTL', authorizedTTL, errors)
  validateTtl('unauthorizedTTL', unauthorizedTTL, errors)
  validateVersions(webhook, errors)
  if (failurePolicy === '') errors.required('failurePolicy')
  else if (!['NoOpinion', 'Deny'].includes(failurePolicy)) {
    errors.notSupported('failurePolicy', failurePolicy, ['NoOpinion', 'Deny'])
  }
  errors.field('connectionInfo', webhook.connectionInfo, validateConnection)
  const { matchConditions = [] } = webhook
  if (matchConditions.length > MAX_CONDITIONS) {
    errors.tooMany('matchConditions', matchConditions.length, MAX_CONDITIONS)
    return
  }
  errors.eachDistinct('matchConditions', matchConditions, ({ expression }, errors, seen) => {
    const error = expression.trim() === '' ? undefined : reviewConditionError(expression)
    if (expression.trim() === '') errors.required('expression')
    else if (seen.has(expression)) errors.duplicate('expression', expression)
    else if (error !== undefined) errors.invalid('expression', expression, error)
    seen.add(expression)
  })
}

function validateTtl(field: string, ttl: string | undefined, errors: FieldErrors): void {
  if (ttl && parseDuration(ttl) === undefined) errors.invalid(field, ttl, 'must be > 0s')
}

function validateVersions(webhook: WebhookConfiguration, errors: FieldErrors): void {
  const { subjectAccessReviewVersion: version = '', matchConditions = [] } = webhook
  if (version === '') errors.required('subjectAccessReviewVersion')
  else if (!['v1', 'v1beta1'].includes(version)) {
    errors.notSupported('subjectAccessReviewVersion', version, ['v1', 'v1beta1'])
  }
  const { matchConditionSubjectAccessReviewVersion: seen = '' } = webhook
  if (seen === '' && matchConditions.length > 0) {
    errors.required('matchConditionSubjectAccessReviewVersion', 'required if match conditions are specified')
  } else if (seen !== '' && seen !== 'v1') {
    errors.notSupported('matchConditionSubjectAccessReviewVersion', seen, ['v1'])
  }
}

function validateConnection({ type, kubeConfigFile }: WebhookConnectionInfo, errors: FieldErrors): void {
  if (type === '') errors.required('type')
  else if (type === 'InClusterConfig') {
    errors.forbidden('type', 'the server runs in no cluster: name a kubeconfig with type=KubeConfigFile')
  } else if (type !== 'KubeConfigFile') {
    errors.notSupported('type', type, ['InClusterConfig', 'KubeConfigFile'])
  } else if (!kubeConfigFile) errors.required('kubeConfigFile')
  else if (!isAbsolute(kubeConfigFile)) {
    errors.invalid('kubeConfigFile', kubeConfigFile, 'must be an absolute path')
  }
}
