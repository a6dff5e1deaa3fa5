import {
  REINVOCATION_POLICIES,
  webhookColumns,
  webhookFields,
} from '#kinds/admissionregistration/shared/webhook.js'
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
import { explicit, type Infer, list, optional, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const MutatingWebhook = struct(`${V1}.MutatingWebhook`, 'A webhook that may change objects.', () => ({
  ...webhookFields({ objectSelector: 11, matchConditions: 12 }),
  reinvocationPolicy: explicit(
    10,
    string,
    'Whether to call the webhook again if a later webhook changes the object.',
    { default: 'Never', enum: REINVOCATION_POLICIES },
  ),
}))
export interface MutatingWebhook extends Infer<typeof MutatingWebhook> {}

const MutatingWebhookConfiguration = struct(
  `${V1}.MutatingWebhookConfiguration`,
  'Webhooks that may change objects before they are stored.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the configuration.'),
    webhooks: optional(2, list(MutatingWebhook), 'The webhooks, in the order of their calls.', {
      merge: { key: 'name' },
      listType: 'map',
      listMapKeys: ['name'],
    }),
  }),
)
interface MutatingWebhookConfiguration extends Infer<typeof MutatingWebhookConfiguration> {}

function validateMutatingWebhooks(
  { webhooks }: Readonly<MutatingWebhookConfiguration>,
  errors: FieldErrors,
): void {
  if (haveShortConditions(webhooks, errors)) errors.eachDistinct('webhooks', webhooks, validateWebhook)
}

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
