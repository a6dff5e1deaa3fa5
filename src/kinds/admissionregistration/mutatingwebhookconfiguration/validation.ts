import { haveShortConditions, validateWebhook } from '#kinds/admissionregistration/shared/webhook-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { type MutatingWebhook, type MutatingWebhookConfiguration, REINVOCATION_POLICIES } from './schema.js'

export function validateMutatingWebhooks(
  { webhooks }: Readonly<MutatingWebhookConfiguration>,
  errors: FieldErrors,
): void {
  if (haveShortConditions(webhooks, errors))
    errors.eachDistinct('webhooks', webhooks, validateMutatingWebhook)
}

function validateMutatingWebhook(webhook: MutatingWebhook, errors: FieldErrors, names: Set<string>): void {
  validateWebhook(webhook, errors, names)
  mustBeOneOf('reinvocationPolicy', webhook.reinvocationPolicy, REINVOCATION_POLICIES, errors)
}
