import {
  webhookExamples,
  webhookNameExamples,
} from '#kinds/admissionregistration/shared/webhook-rules.examples.js'
import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { validatingWebhookConfiguration } from './index.js'

export const validatingWebhookRules = rulesOfObject({
  type: 'ValidatingWebhook',
  version: validatingWebhookConfiguration.storageVersion,
  at: 'webhooks[0]',
  object: (body) => body,
  examples: webhookExamples,
})

export const validatingWebhookNameRules = rulesOfObject({
  type: 'ValidatingWebhookConfiguration',
  version: validatingWebhookConfiguration.storageVersion,
  at: '',
  object: (body) => body,
  examples: webhookNameExamples,
})
