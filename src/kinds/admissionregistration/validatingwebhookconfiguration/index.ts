import { webhookColumns } from '#kinds/admissionregistration/shared/webhook-columns.js'
import { loadConditionRules } from '#kinds/admissionregistration/shared/webhook-rules.js'
import { admissionregistrationV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { ValidatingWebhookConfiguration } from './schema.js'
import { validateValidatingWebhooks } from './validation.js'

export const validatingWebhookConfiguration = builtInKind<ValidatingWebhookConfiguration>({
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
  singular: 'validatingwebhookconfiguration',
  namespaced: false,
  categories: ['api-extensions'],
  nameFormat: rfc1123Subdomain,
  generation: [{ member: 'webhooks' }],
  storageVersion: {
    ...admissionregistrationV1,
    schema: ValidatingWebhookConfiguration,
    subresources: [],
    allowUnconditionalUpdate: false,
    columns: webhookColumns,
    rules: { load: loadConditionRules, validate: validateValidatingWebhooks },
  },
})
