import { webhookFields } from '#kinds/admissionregistration/shared/webhook-fields.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, list, optional, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const REINVOCATION_POLICIES = ['IfNeeded', 'Never']

export const MutatingWebhook = struct(`${V1}.MutatingWebhook`, 'A webhook that may change objects.', () => ({
  ...webhookFields({ objectSelector: 11, matchConditions: 12 }),
  reinvocationPolicy: explicit(
    10,
    string,
    'Whether the webhook is asked again when others have changed the object after it.',
    { default: 'Never', enum: REINVOCATION_POLICIES },
  ),
}))
export interface MutatingWebhook extends Infer<typeof MutatingWebhook> {}

export const MutatingWebhookConfiguration = struct(
  `${V1}.MutatingWebhookConfiguration`,
  'Webhooks that may change objects before they are stored.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the configuration.'),
    webhooks: optional(2, list(MutatingWebhook), 'The webhooks, in the order in which they are asked.', {
      merge: { key: 'name' },
      listType: 'map',
      listMapKeys: ['name'],
    }),
  }),
)
export interface MutatingWebhookConfiguration extends Infer<typeof MutatingWebhookConfiguration> {}
