import type { FieldErrors } from '../../../meta/field-errors.js'
import { validateWebhook } from '../shared/webhook-rules.js'
import type { ValidatingWebhookConfiguration } from './schema.js'

export function validateValidatingWebhooks(
  { webhooks }: Readonly<ValidatingWebhookConfiguration>,
  errors: FieldErrors,
): void {
  errors.eachDistinct('webhooks', webhooks, validateWebhook)
}
