import { LabelSelector } from '#meta/label-selector.js'
import type { ApiObject } from '#meta/object-meta.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { explicit, int32, list, optional, required, string } from '#schema/type.js'
import { WebhookClientConfig } from './client-config.js'
import { MatchCondition } from './match-condition.js'
import { RuleWithOperations } from './resource-rule.js'

export const FAILURE_POLICIES = ['Fail', 'Ignore']
export const MATCH_POLICIES = ['Equivalent', 'Exact']
/** The values that are still allowed come first. */
const SIDE_EFFECTS = ['None', 'NoneOnDryRun', 'Some', 'Unknown']

/** The protobuf numbers in which the two kinds of webhooks differ. */
interface FieldNumbers {
  readonly objectSelector: number
  readonly matchConditions: number
}

/** The fields that mutating and validating webhooks share. */
export const webhookFields = (number: FieldNumbers) => ({
  name: required(1, string, 'Name of the webhook, with a domain: policies.example.com.'),
  clientConfig: required(2, WebhookClientConfig, 'Where the webhook is.'),
  rules: optional(3, list(RuleWithOperations), 'Operations on resources that the webhook is asked about.', {
    listType: 'atomic',
  }),
  failurePolicy: explicit(4, string, 'What becomes of a request when the webhook cannot be asked.', {
    default: 'Fail',
    enum: FAILURE_POLICIES,
  }),
  matchPolicy: explicit(
    9,
    string,
    'Whether rules mean the versions that they name, or all versions of a resource.',
    {
      default: 'Equivalent',
      enum: MATCH_POLICIES,
    },
  ),
  namespaceSelector: explicit(5, LabelSelector, 'Labels of the namespaces that the webhook is asked about.', {
    default: {},
  }),
  objectSelector: explicit(
    number.objectSelector,
    LabelSelector,
    'Labels of the objects that the webhook is asked about.',
    { default: {} },
  ),
  sideEffects: required(
    6,
    string,
    'Whether the webhook has effects besides its answer: None or NoneOnDryRun.',
    {
      enum: SIDE_EFFECTS,
    },
  ),
  timeoutSeconds: explicit(7, int32, 'How long the webhook may take to answer.', { default: 10 }),
  admissionReviewVersions: required(
    8,
    list(string),
    'Versions of AdmissionReview that the webhook understands, the preferred one first.',
    { listType: 'atomic' },
  ),
  matchConditions: optional(
    number.matchConditions,
    list(MatchCondition),
    'Conditions that a request has to fulfil for the webhook to be asked about it.',
    { merge: { key: 'name' }, listType: 'map', listMapKeys: ['name'] },
  ),
})

interface WithWebhooks extends ApiObject {
  webhooks?: readonly unknown[] | undefined
}

/** The columns of both webhook configurations. */
export const webhookColumns: readonly Column<WithWebhooks>[] = [
  NAME,
  {
    name: 'Webhooks',
    type: 'integer',
    description: 'How many webhooks there are.',
    cell: ({ webhooks }) => webhooks?.length ?? 0,
  },
  AGE,
]
