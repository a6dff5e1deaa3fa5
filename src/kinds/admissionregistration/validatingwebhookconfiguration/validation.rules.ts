import type { RuleTable } from '../../../meta/rule-examples.fixture.js'
import { validateNew } from '../../example-objects.fixture.js'
import { webhookExamples } from '../shared/webhook-rules.rules.js'
import { validatingWebhookConfiguration } from './index.js'

export const validatingWebhookRules: RuleTable = {
  type: 'ValidatingWebhook',
  at: 'webhooks[0]',
  validate: (body) => validateNew(validatingWebhookConfiguration.storageVersion, body),
  examples: webhookExamples,
}
