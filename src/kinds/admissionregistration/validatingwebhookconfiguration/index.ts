import { webhookColumns, webhookFields } from '#kinds/admissionregistration/shared/webhook.js'
import {
  haveShortConditions,
  loadConditionRules,
  validateWebhook,
} from '#kinds/admissionregistration/shared/webhook-rules.js'
import { admissionregistrationV1 } from '#kinds/groups.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Infer, list, optional, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const ValidatingWebhook = struct(`${V1}.ValidatingWebhook`, 'A webhook that may reject objects.', () =>
  webhookFields({ objectSelector: 10, matchConditions: 11 }),
)
export interface ValidatingWebhook extends Infer<typeof ValidatingWebhook> {}

const ValidatingWebhookConfiguration = struct(
  `${V1}.ValidatingWebhookConfiguration`,
  'Webhooks that may reject objects before they are stored.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the configuration.'),
    webhooks: optional(2, list(ValidatingWebhook), 'The webhooks; they are called in parallel.', {
      merge: { key: 'name' },
      listType: 'map',
      listMapKeys: ['name'],
    }),
  }),
)
interface ValidatingWebhookConfiguration extends Infer<typeof ValidatingWebhookConfiguration> {}

function validateValidatingWebhooks(
  { webhooks }: Readonly<ValidatingWebhookConfiguration>,
  errors: FieldErrors,
): void {
  if (haveShortConditions(webhooks, errors)) errors.eachDistinct('webhooks', webhooks, validateWebhook)
}

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
