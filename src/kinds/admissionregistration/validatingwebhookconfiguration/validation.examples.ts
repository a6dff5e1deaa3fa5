import { webhookExamples } from '#kinds/admissionregistration/shared/webhook-rules.examples.js'
import { validateNew } from '#kinds/example-objects.fixture.js'
import type { RuleTable } from '#meta/rule-examples.fixture.js'
import { validatingWebhookConfiguration } from './index.js'

export const validatingWebhookRules: RuleTable = {
  type: 'ValidatingWebhook',
  at: 'webhooks[0]',
  validate: (body) => validateNew(validatingWebhookConfiguration.storageVersion, body),
  examples: webhookExamples,
}
