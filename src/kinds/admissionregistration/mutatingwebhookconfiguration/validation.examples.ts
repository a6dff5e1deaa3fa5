import { WEBHOOK, webhookExamples } from '#kinds/admissionregistration/shared/webhook-rules.examples.js'
import { validateNew } from '#kinds/example-objects.fixture.js'
import { oneOf, type RuleTable } from '#meta/rule-examples.fixture.js'
import { mutatingWebhookConfiguration } from './index.js'

export const mutatingWebhookRules: RuleTable = {
  type: 'MutatingWebhook',
  at: 'webhooks[0]',
  validate: (body) => validateNew(mutatingWebhookConfiguration.storageVersion, body),
  examples: [
    ...webhookExamples,
    oneOf(
      'reinvocationPolicy',
      ['IfNeeded', 'Never'],
      { webhooks: [{ ...WEBHOOK, reinvocationPolicy: 'Always' }] },
      { webhooks: [{ ...WEBHOOK, reinvocationPolicy: 'IfNeeded' }] },
    ),
  ],
}
