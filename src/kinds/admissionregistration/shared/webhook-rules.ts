import { mustBeShortTogether } from '#kinds/shared/expression-length.js'
import { validateClientConfig } from '#kinds/shared/webhook-client.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { dns1035Label, rfc1123Subdomain } from '#meta/formats.js'
import type { LabelSelector } from '#meta/label-selector.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import { LazyModule } from '#util/memoize.js'
import type { WebhookClientConfig } from './client-config.js'
import { type MatchCondition, validateMatchConditions } from './match-condition.js'
import { type RuleWithOperations, validateRule } from './resource-rule.js'
import { FAILURE_POLICIES, MATCH_POLICIES, REINVOCATION_POLICIES } from './webhook.js'

/** The fields that mutating and validating webhooks share. */
export interface AnyWebhook {
  readonly name: string
  readonly clientConfig: WebhookClientConfig
  readonly rules?: readonly RuleWithOperations[] | undefined
  readonly failurePolicy?: string | undefined
  readonly matchPolicy?: string | undefined
  readonly namespaceSelector?: LabelSelector | undefined
  readonly objectSelector?: LabelSelector | undefined
  readonly sideEffects: string
  /** Only mutating webhooks have it. */
  readonly reinvocationPolicy?: string | undefined
  readonly timeoutSeconds?: number | undefined
  readonly admissionReviewVersions: readonly string[] | null
  readonly matchConditions?: readonly MatchCondition[] | undefined
}

/** The versions of AdmissionReview that the server can send, the newest first. */
export const REVIEW_VERSIONS: readonly string[] = ['v1', 'v1beta1']

/** The CEL compiler is loaded on first use: most servers have no expressions. */
const conditionRules = new LazyModule(() => import('./webhook-condition-rules.js'))
export const loadConditionRules = () => conditionRules.load()

const ALLOWED_SIDE_EFFECTS = ['None', 'NoneOnDryRun']
const MIN_SEGMENTS = 3
const MAX_TIMEOUT = 30

/** The conditions of all webhooks of a configuration are compiled in one go. */
export function haveShortConditions(
  webhooks: readonly AnyWebhook[] | null | undefined,
  errors: FieldErrors,
): boolean {
  const conditions = (webhooks ?? []).flatMap(({ matchConditions = [] }) => matchConditions)
  return mustBeShortTogether(
    'webhooks',
    conditions.map(({ expression }) => expression),
    errors,
  )
}

export function validateWebhook(webhook: AnyWebhook, errors: FieldErrors, names: Set<string>): void {
  validateName(webhook.name, errors)
  errors.each('rules', webhook.rules, validateRule)
  mustBeOneOf('failurePolicy', webhook.failurePolicy, FAILURE_POLICIES, errors)
  mustBeOneOf('matchPolicy', webhook.matchPolicy, MATCH_POLICIES, errors)
  if (webhook.sideEffects === '') {
    errors.required('sideEffects', `must specify one of ${ALLOWED_SIDE_EFFECTS.join(', ')}`)
  } else mustBeOneOf('sideEffects', webhook.sideEffects, ALLOWED_SIDE_EFFECTS, errors)
  validateTimeout(webhook.timeoutSeconds, errors)
  errors.field('namespaceSelector', webhook.namespaceSelector, validateLabelSelector)
  errors.field('objectSelector', webhook.objectSelector, validateLabelSelector)
  mustBeOneOf('reinvocationPolicy', webhook.reinvocationPolicy, REINVOCATION_POLICIES, errors)
  errors.field('clientConfig', webhook.clientConfig, validateClientConfig)
  validateMatchConditions(webhook.matchConditions, errors, (expression, within) =>
    conditionRules.module.validateWebhookCondition(expression, within),
  )
  validateReviewVersions(webhook.admissionReviewVersions ?? [], errors)
  if (names.has(webhook.name)) errors.duplicate('name', webhook.name)
  if (webhook.name !== '') names.add(webhook.name)
}

function validateName(name: string, errors: FieldErrors): void {
  if (name === '') {
    errors.required('name')
    return
  }
  const messages = rfc1123Subdomain(name)
  if (messages.length > 0) errors.invalid('name', name, messages.join(','))
  else if (name.split('.').length < MIN_SEGMENTS) {
    errors.invalid('name', name, 'should be a domain with at least three segments separated by dots')
  }
}

function validateTimeout(seconds: number | undefined, errors: FieldErrors): void {
  if (seconds === undefined || (seconds >= 1 && seconds <= MAX_TIMEOUT)) return
  errors.invalid('timeoutSeconds', seconds, `the timeout value must be between 1 and ${MAX_TIMEOUT} seconds`)
}

function validateReviewVersions(versions: readonly string[], errors: FieldErrors): void {
  const field = 'admissionReviewVersions'
  const known = REVIEW_VERSIONS.join(', ')
  if (versions.length === 0) {
    errors.required(field, `must specify one of ${known}`)
    return
  }
  errors.eachDistinct(field, versions, (version, within, seen) => {
    if (seen.has(version)) within.invalid('', version, 'duplicate version')
    else within.format('', version, dns1035Label)
    seen.add(version)
  })
  if (!versions.some((version) => REVIEW_VERSIONS.includes(version))) {
    errors.invalid(field, versions, `must include at least one of ${known}`)
  }
}
