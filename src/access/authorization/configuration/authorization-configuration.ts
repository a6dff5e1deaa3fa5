import { typeMeta } from '#meta/type-meta.js'
import { boolean, explicit, type Infer, list, optional, required, string, struct } from '#schema/type.js'

/** The `AuthorizationConfiguration` file of Kubernetes. */

const PACKAGE = 'io.k8s.apiserver.config.v1'

export const WebhookMatchCondition = struct(
  `${PACKAGE}.WebhookMatchCondition`,
  'Which requests the webhook is asked about.',
  () => ({ expression: required(1, string, 'Condition in CEL on the review, which is called request.') }),
)
export interface WebhookMatchCondition extends Infer<typeof WebhookMatchCondition> {}

export const WebhookConnectionInfo = struct(
  `${PACKAGE}.WebhookConnectionInfo`,
  'How the webhook is reached.',
  () => ({
    type: required(1, string, 'KubeConfigFile.'),
    kubeConfigFile: explicit(2, string, 'Absolute path of a kubeconfig.'),
  }),
)
export interface WebhookConnectionInfo extends Infer<typeof WebhookConnectionInfo> {}

export const WebhookConfiguration = struct(
  `${PACKAGE}.WebhookConfiguration`,
  'A server that authorizes requests by SubjectAccessReviews.',
  () => ({
    authorizedTTL: optional(1, string, 'How long an allowing decision holds; 5m by default.'),
    cacheAuthorizedRequests: explicit(2, boolean, 'Whether allowing decisions hold at all.'),
    unauthorizedTTL: optional(3, string, 'How long another decision holds; 30s by default.'),
    cacheUnauthorizedRequests: explicit(4, boolean, 'Whether other decisions hold at all.'),
    timeout: optional(5, string, 'How long a request waits for the decision, at most 30s.'),
    subjectAccessReviewVersion: optional(6, string, 'Version of the reviews: v1 or v1beta1.'),
    matchConditionSubjectAccessReviewVersion: optional(7, string, 'Version of request in conditions: v1.'),
    failurePolicy: optional(8, string, 'What a failure means: NoOpinion or Deny.'),
    connectionInfo: required(9, WebhookConnectionInfo, 'How the webhook is reached.'),
    matchConditions: optional(10, list(WebhookMatchCondition), 'Conditions that must all hold.'),
  }),
)
export interface WebhookConfiguration extends Infer<typeof WebhookConfiguration> {}

export const AuthorizerConfiguration = struct(
  `${PACKAGE}.AuthorizerConfiguration`,
  'One authorizer.',
  () => ({
    type: required(1, string, 'AlwaysAllow, AlwaysDeny, Node, RBAC or Webhook.'),
    name: required(2, string, 'Name in logs and errors.'),
    webhook: explicit(3, WebhookConfiguration, 'The server of the type Webhook.'),
  }),
)
export interface AuthorizerConfiguration extends Infer<typeof AuthorizerConfiguration> {}

export const AuthorizationConfiguration = struct(
  `${PACKAGE}.AuthorizationConfiguration`,
  'The authorizers, in the order in which they are asked.',
  () => ({ ...typeMeta, authorizers: required(1, list(AuthorizerConfiguration), 'The authorizers.') }),
)
export interface AuthorizationConfiguration extends Infer<typeof AuthorizationConfiguration> {}
