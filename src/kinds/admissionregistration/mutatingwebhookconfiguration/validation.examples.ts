import {
  WEBHOOK,
  webhookExamples,
  webhookNameExamples,
} from '#kinds/admissionregistration/shared/webhook-rules.examples.js'
import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { oneOf } from '#meta/rule-examples.fixture.js'
import { mutatingWebhookConfiguration } from './index.js'

export const mutatingWebhookRules = rulesOfObject({
  type: 'MutatingWebhook',
  version: mutatingWebhookConfiguration.storageVersion,
  at: 'webhooks[0]',
  object: (body) => body,
  examples: [
    ...webhookExamples,
    oneOf(
      'reinvocationPolicy',
      ['IfNeeded', 'Never'],
      { webhooks: [{ ...WEBHOOK, reinvocationPolicy: 'Always' }] },
      { webhooks: [{ ...WEBHOOK, reinvocationPolicy: 'IfNeeded' }] },
    ),
  ],
})

export const mutatingWebhookNameRules = rulesOfObject({
  type: 'MutatingWebhookConfiguration',
  version: mutatingWebhookConfiguration.storageVersion,
  at: '',
  object: (body) => body,
  examples: webhookNameExamples,
})
