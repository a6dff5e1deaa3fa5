import { webhookColumns } from '#kinds/admissionregistration/shared/webhook-columns.js'
import { loadConditionRules } from '#kinds/admissionregistration/shared/webhook-rules.js'
import { admissionregistrationV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { MutatingWebhookConfiguration } from './schema.js'
import { validateMutatingWebhooks } from './validation.js'

export const mutatingWebhookConfiguration = builtInKind<MutatingWebhookConfiguration>({
  kind: 'MutatingWebhookConfiguration',
  plural: 'mutatingwebhookconfigurations',
  singular: 'mutatingwebhookconfiguration',
  namespaced: false,
  categories: ['api-extensions'],
  nameFormat: rfc1123Subdomain,
  generation: [{ member: 'webhooks' }],
  storageVersion: {
    ...admissionregistrationV1,
    schema: MutatingWebhookConfiguration,
    subresources: [],
    allowUnconditionalUpdate: false,
    columns: webhookColumns,
    rules: { load: loadConditionRules, validate: validateMutatingWebhooks },
  },
})
