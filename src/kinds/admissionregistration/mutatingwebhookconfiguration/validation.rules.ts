import { oneOf, type RuleTable } from '../../../meta/rule-examples.fixture.js'
import { validateNew } from '../../example-objects.fixture.js'
import { WEBHOOK, webhookExamples } from '../shared/webhook-rules.rules.js'
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
