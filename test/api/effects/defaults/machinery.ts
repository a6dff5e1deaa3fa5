import type { Json } from '#test/support/client.js'
import { type DefaultsExample, defaultsOf, derived, object } from './example.js'

const FLOW_CONTROL = 'flowcontrol.apiserver.k8s.io/v1'
const RBAC = 'rbac.authorization.k8s.io'
const ADMISSION = 'admissionregistration.k8s.io/v1'

const level = (spec: Json) => object(FLOW_CONTROL, 'PriorityLevelConfiguration')({ spec })
const WEBHOOK = {
  name: 'a.example.com',
  clientConfig: { service: { namespace: 'test', name: 'hook' } },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
}
const WEBHOOK_DEFAULTS = {
  'webhooks[0].failurePolicy': 'Fail',
  'webhooks[0].matchPolicy': 'Equivalent',
  'webhooks[0].namespaceSelector': {},
  'webhooks[0].objectSelector': {},
  'webhooks[0].timeoutSeconds': 10,
  'webhooks[0].rules[0].scope': '*',
  'webhooks[0].clientConfig.service.port': 443,
}
const RULES = WEBHOOK.rules
const definition = (conversion?: Json) =>
  object(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
  )({
    metadata: { name: 'boats.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'boats', kind: 'Boat' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
      conversion,
    },
  })

export const machineryDefaults: readonly DefaultsExample[] = [
  defaultsOf(
    {
      ...object('apiregistration.k8s.io/v1', 'APIService')(),
      metadata: { name: 'v1.boats.example.com' },
      spec: {
        ...{ group: 'boats.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15 },
        service: { namespace: 'test', name: 'boats' },
      },
    },
    { 'spec.service.port': 443 },
  ),
  defaultsOf(
    object(FLOW_CONTROL, 'FlowSchema')({ spec: { priorityLevelConfiguration: { name: 'exempt' } } }),
    { 'spec.matchingPrecedence': 1000 },
  ),
  defaultsOf(
    { ...level({ type: 'Exempt', exempt: {} }), metadata: { name: 'exempt' } },
    {
      'spec.exempt.nominalConcurrencyShares': 0,
      'spec.exempt.lendablePercent': 0,
    },
  ),
  defaultsOf(level({ type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } }), {
    'spec.limited.nominalConcurrencyShares': 30,
    'spec.limited.lendablePercent': 0,
    'spec.limited.limitResponse.queuing.handSize': 8,
    'spec.limited.limitResponse.queuing.queues': 64,
    'spec.limited.limitResponse.queuing.queueLengthLimit': 50,
  }),
  defaultsOf(
    level({ type: 'Limited', limited: { nominalConcurrencyShares: 0, limitResponse: { type: 'Reject' } } }),
    { 'spec.limited.nominalConcurrencyShares': 0 },
  ),
  defaultsOf(
    object(
      `${RBAC}/v1`,
      'RoleBinding',
    )({
      roleRef: { kind: 'Role', name: 'reader' },
      subjects: [
        { kind: 'User', name: 'ann' },
        { kind: 'ServiceAccount', name: 'robot', namespace: 'test' },
      ],
    }),
    {
      'roleRef.apiGroup': RBAC,
      'subjects[0].apiGroup': RBAC,
      'subjects[1].apiGroup': undefined,
    },
  ),
  defaultsOf(
    object(
      `${RBAC}/v1`,
      'ClusterRoleBinding',
    )({
      roleRef: { kind: 'ClusterRole', name: 'reader' },
      subjects: [{ kind: 'Group', name: 'devs' }],
    }),
    { 'roleRef.apiGroup': RBAC, 'subjects[0].apiGroup': RBAC },
  ),
  defaultsOf(object(ADMISSION, 'ValidatingWebhookConfiguration')({ webhooks: [WEBHOOK] }), WEBHOOK_DEFAULTS),
  defaultsOf(object(ADMISSION, 'MutatingWebhookConfiguration')({ webhooks: [WEBHOOK] }), {
    ...WEBHOOK_DEFAULTS,
    'webhooks[0].reinvocationPolicy': 'Never',
  }),
  defaultsOf(
    object(
      ADMISSION,
      'ValidatingAdmissionPolicy',
    )({
      spec: { matchConstraints: { resourceRules: RULES }, validations: [{ expression: 'true' }] },
    }),
    {
      'spec.failurePolicy': 'Fail',
      'spec.matchConstraints.matchPolicy': 'Equivalent',
      'spec.matchConstraints.namespaceSelector': {},
      'spec.matchConstraints.objectSelector': {},
      'spec.matchConstraints.resourceRules[0].scope': '*',
    },
  ),
  defaultsOf(definition(), {
    'spec.names.singular': derived('lower case of kind', 'boat'),
    'spec.names.listKind': derived('{kind}List', 'BoatList'),
    'spec.conversion': { strategy: 'None' },
    'status.storedVersions': derived('[name of the storage version]', ['v1']),
  }),
  defaultsOf(
    definition({
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { namespace: 'test', name: 'hook' } },
      },
    }),
    { 'spec.conversion.webhook.clientConfig.service.port': 443 },
  ),
]
