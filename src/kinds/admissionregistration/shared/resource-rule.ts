import { explicit, type Infer, inline, list, optional, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
export const SCOPES = ['*', 'Cluster', 'Namespaced']

/** What protobuf nests in the rules of which it is a part. */
const Rule = struct(`${V1}.Rule`, 'Which resources are meant.', () => ({
  apiGroups: optional(1, list(string), 'Groups of the resources; * is any.', { listType: 'atomic' }),
  apiVersions: optional(2, list(string), 'Versions of the resources; * is any.', { listType: 'atomic' }),
  resources: optional(
    3,
    list(string),
    'Resources, in plural: pods, pods/log, pods/* for all subresources, */scale, * for all resources, */* for everything.',
    { listType: 'atomic' },
  ),
  scope: explicit(4, string, 'Cluster, Namespaced, or * for both.', { default: '*' }),
}))

export const RuleWithOperations = struct(
  `${V1}.RuleWithOperations`,
  'Which operations on which resources are meant.',
  () => ({
    operations: optional(1, list(string), 'CREATE, UPDATE, DELETE, CONNECT, or * for all.', {
      listType: 'atomic',
      enum: OPERATIONS,
    }),
    ...inline(2, Rule),
  }),
)
export interface RuleWithOperations extends Infer<typeof RuleWithOperations> {}

export const NamedRuleWithOperations = struct(
  `${V1}.NamedRuleWithOperations`,
  'Which operations on which objects are meant.',
  () => ({
    resourceNames: optional(1, list(string), 'Names of the objects; all of them when empty.', {
      listType: 'atomic',
    }),
    ...inline(2, RuleWithOperations),
  }),
  { mapType: 'atomic' },
)
export interface NamedRuleWithOperations extends Infer<typeof NamedRuleWithOperations> {}
