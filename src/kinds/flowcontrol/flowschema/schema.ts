import { conditionFields } from '#kinds/flowcontrol/condition.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  list,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

const V1 = 'io.k8s.api.flowcontrol.v1'

export const UserSubject = struct(`${V1}.UserSubject`, 'A user.', () => ({
  name: required(1, string, 'Name of the user; * is any.'),
}))
export interface UserSubject extends Infer<typeof UserSubject> {}

export const GroupSubject = struct(`${V1}.GroupSubject`, 'A group of users.', () => ({
  name: required(1, string, 'Name of the group; * is any.'),
}))
export interface GroupSubject extends Infer<typeof GroupSubject> {}

export const ServiceAccountSubject = struct(`${V1}.ServiceAccountSubject`, 'A service account.', () => ({
  namespace: required(1, string, 'Namespace of the account.'),
  name: required(2, string, 'Name of the account; * is any of the namespace.'),
}))
export interface ServiceAccountSubject extends Infer<typeof ServiceAccountSubject> {}

export const Subject = struct(
  `${V1}.Subject`,
  'Matches requests by user; set only the field that kind names.',
  () => ({
    kind: required(1, string, 'User, Group or ServiceAccount.'),
    user: explicit(2, UserSubject, 'A user.'),
    group: explicit(3, GroupSubject, 'A group of users.'),
    serviceAccount: explicit(4, ServiceAccountSubject, 'A service account.'),
  }),
  {
    unions: [
      {
        discriminator: 'kind',
        members: { group: 'Group', serviceAccount: 'ServiceAccount', user: 'User' },
      },
    ],
  },
)
export interface Subject extends Infer<typeof Subject> {}

export const ResourcePolicyRule = struct(
  `${V1}.ResourcePolicyRule`,
  'Matches requests for resources.',
  () => ({
    verbs: required(1, list(string), 'Verbs of the requests; * is any.', { listType: 'set' }),
    apiGroups: required(2, list(string), 'Groups of the objects; * is any.', { listType: 'set' }),
    resources: required(3, list(string), 'Resources, in plural; * is any.', { listType: 'set' }),
    clusterScope: optional(4, boolean, 'True matches requests without a namespace too.'),
    namespaces: optional(5, list(string), 'Namespaces of the requests; * is any.', { listType: 'set' }),
  }),
)
export interface ResourcePolicyRule extends Infer<typeof ResourcePolicyRule> {}

export const NonResourcePolicyRule = struct(
  `${V1}.NonResourcePolicyRule`,
  'Matches requests for non-resource paths.',
  () => ({
    verbs: required(1, list(string), 'Verbs of the requests; * is any.', { listType: 'set' }),
    nonResourceURLs: required(6, list(string), 'Paths of the requests, possibly with * at the end.', {
      listType: 'set',
    }),
  }),
)
export interface NonResourcePolicyRule extends Infer<typeof NonResourcePolicyRule> {}

export const PolicyRulesWithSubjects = struct(
  `${V1}.PolicyRulesWithSubjects`,
  'Matches requests by user and by resource or path.',
  () => ({
    subjects: required(1, list(Subject), 'Users, groups and service accounts that match.', {
      listType: 'atomic',
    }),
    resourceRules: optional(2, list(ResourcePolicyRule), 'Matches requests for resources.', {
      listType: 'atomic',
    }),
    nonResourceRules: optional(3, list(NonResourcePolicyRule), 'Matches requests for non-resource paths.', {
      listType: 'atomic',
    }),
  }),
)
export interface PolicyRulesWithSubjects extends Infer<typeof PolicyRulesWithSubjects> {}

export const PriorityLevelConfigurationReference = struct(
  `${V1}.PriorityLevelConfigurationReference`,
  'Reference to a priority level.',
  () => ({ name: required(1, string, 'Name of the level.') }),
)
export interface PriorityLevelConfigurationReference
  extends Infer<typeof PriorityLevelConfigurationReference> {}

export const FlowDistinguisherMethod = struct(
  `${V1}.FlowDistinguisherMethod`,
  'How requests are divided into flows.',
  () => ({
    type: required(1, string, 'ByUser or ByNamespace.'),
  }),
)
export interface FlowDistinguisherMethod extends Infer<typeof FlowDistinguisherMethod> {}

export const FlowSchemaSpec = struct(
  `${V1}.FlowSchemaSpec`,
  'Which requests match, and their priority level.',
  () => ({
    priorityLevelConfiguration: required(
      1,
      PriorityLevelConfigurationReference,
      'Priority level of the requests.',
    ),
    matchingPrecedence: optional(
      2,
      int32,
      'Precedence among matching schemas; the lowest number wins. 1000 when left out.',
      { default: 1000 },
    ),
    distinguisherMethod: explicit(
      3,
      FlowDistinguisherMethod,
      'How requests are divided into flows; one flow when absent.',
    ),
    rules: optional(
      4,
      list(PolicyRulesWithSubjects),
      'Rules that match requests; no request matches when absent.',
      {
        listType: 'atomic',
      },
    ),
  }),
)
export interface FlowSchemaSpec extends Infer<typeof FlowSchemaSpec> {}

export const FlowSchemaCondition = struct(
  `${V1}.FlowSchemaCondition`,
  'One condition of a flow schema.',
  () => conditionFields,
)
export interface FlowSchemaCondition extends Infer<typeof FlowSchemaCondition> {}

export const FlowSchemaStatus = struct(`${V1}.FlowSchemaStatus`, 'Observed state of a flow schema.', () => ({
  conditions: optional(1, list(FlowSchemaCondition), 'Latest conditions.', {
    merge: { key: 'type' },
    listType: 'map',
    listMapKeys: ['type'],
  }),
}))
export interface FlowSchemaStatus extends Infer<typeof FlowSchemaStatus> {}

export const FlowSchema = struct(`${V1}.FlowSchema`, 'Assigns requests to a priority level.', () => ({
  ...typeMeta,
  metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the schema.'),
  spec: optional(2, FlowSchemaSpec, 'Which requests match, and their priority level.'),
  status: optional(3, FlowSchemaStatus, 'Observed state of the schema.'),
}))
export interface FlowSchema extends Infer<typeof FlowSchema> {}
