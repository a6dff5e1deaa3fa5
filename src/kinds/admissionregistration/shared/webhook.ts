import { LabelSelector } from '#meta/label-selector.js'
import type { ApiObject } from '#meta/object-meta.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { explicit, int32, list, optional, required, string } from '#schema/type.js'
import { WebhookClientConfig } from './client-config.js'
import { MatchCondition } from './match-condition.js'
import { RuleWithOperations } from './resource-rule.js'

export const FAILURE_POLICIES = ['Fail', 'Ignore']
export const MATCH_POLICIES = ['Equivalent', 'Exact']
export const REINVOCATION_POLICIES = ['IfNeeded', 'Never']
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
  clientConfig: required(2, WebhookClientConfig, 'How to reach the webhook.'),
  rules: optional(3, list(RuleWithOperations), 'Operations and resources that the webhook is called for.', {
    listType: 'atomic',
  }),
  failurePolicy: explicit(
    4,
    string,
    'Whether the request fails (Fail) or goes on (Ignore) when the webhook call fails.',
    {
      default: 'Fail',
      enum: FAILURE_POLICIES,
    },
  ),
  matchPolicy: explicit(
    9,
    string,
    'Exact matches only the versions in the rules; Equivalent matches the same resource in any group or version.',
    {
      default: 'Equivalent',
      enum: MATCH_POLICIES,
    },
  ),
  namespaceSelector: explicit(
    5,
    LabelSelector,
    'Matches namespaces by label; only their objects reach the webhook.',
    {
      default: {},
    },
  ),
  objectSelector: explicit(
    number.objectSelector,
    LabelSelector,
    'Matches objects by label; only these reach the webhook.',
    { default: {} },
  ),
  sideEffects: required(6, string, 'Side effects of a call, besides its response: None or NoneOnDryRun.', {
    enum: SIDE_EFFECTS,
  }),
  timeoutSeconds: explicit(7, int32, 'Timeout of a call, in seconds.', { default: 10 }),
  admissionReviewVersions: required(
    8,
    list(string),
    'AdmissionReview versions that the webhook supports, preferred first.',
    { listType: 'atomic' },
  ),
  matchConditions: optional(
    number.matchConditions,
    list(MatchCondition),
    'Conditions that a request must meet before the webhook is called.',
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
    description: 'Number of webhooks.',
    cell: ({ webhooks }) => webhooks?.length ?? 0,
  },
  AGE,
]
