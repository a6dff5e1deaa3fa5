import { webhookFields } from '#kinds/admissionregistration/shared/webhook-fields.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, list, optional, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const ValidatingWebhook = struct(`${V1}.ValidatingWebhook`, 'A webhook that judges objects.', () =>
  webhookFields({ objectSelector: 10, matchConditions: 11 }),
)
export interface ValidatingWebhook extends Infer<typeof ValidatingWebhook> {}

export const ValidatingWebhookConfiguration = struct(
  `${V1}.ValidatingWebhookConfiguration`,
  'Webhooks that may reject objects before they are stored.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the configuration.'),
    webhooks: optional(2, list(ValidatingWebhook), 'The webhooks, which are asked at the same time.', {
      merge: { key: 'name' },
      listType: 'map',
      listMapKeys: ['name'],
    }),
  }),
)
export interface ValidatingWebhookConfiguration extends Infer<typeof ValidatingWebhookConfiguration> {}
