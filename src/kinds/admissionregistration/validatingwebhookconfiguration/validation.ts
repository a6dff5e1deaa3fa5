import { haveShortConditions, validateWebhook } from '#kinds/admissionregistration/shared/webhook-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { ValidatingWebhookConfiguration } from './schema.js'

export function validateValidatingWebhooks(
  { webhooks }: Readonly<ValidatingWebhookConfiguration>,
  errors: FieldErrors,
): void {
  if (haveShortConditions(webhooks, errors)) errors.eachDistinct('webhooks', webhooks, validateWebhook)
}
