import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { boolean, explicit, type Infer, list, optional, required, string, struct } from '#schema/type.js'

export const GroupResources = struct(
  'io.k8s.apiserver.pkg.apis.audit.v1.GroupResources',
  'Resources of one group.',
  {
    group: optional(1, string, 'Group of the resources; the empty text is the core group.'),
    resources: optional(
      2,
      list(string),
      'Resources: `pods`, `pods/log`, `*` for all with their subresources, `*/scale`, `pods/*`. All when left out.',
    ),
    resourceNames: optional(3, list(string), 'Names that are meant; every name when left out.'),
  },
)
export interface GroupResources extends Infer<typeof GroupResources> {}

export const PolicyRule = struct(
  'io.k8s.apiserver.pkg.apis.audit.v1.PolicyRule',
  'Which requests are recorded, and how much of them. A request matches when it matches all that is given.',
  {
    level: required(1, string, 'None, Metadata, Request or RequestResponse.'),
    users: optional(2, list(string), 'Users by name; every user when left out.'),
    userGroups: optional(3, list(string), 'Groups of which the user is in one; every user when left out.'),
    verbs: optional(4, list(string), 'Verbs; every verb when left out.'),
    resources: optional(5, list(GroupResources), 'Resources; when left out every resource and every path.'),
    namespaces: optional(6, list(string), 'Namespaces; the empty text is what is in no namespace.'),
    nonResourceURLs: optional(7, list(string), 'Paths that are no resources; `*` stands for any end of one.'),
    omitStages: optional(
      8,
      list(string),
      'Stages at which nothing is recorded, besides those of the policy.',
    ),
    omitManagedFields: explicit(
      9,
      boolean,
      'Whether bodies leave out managed fields; as in the policy when left out.',
    ),
  },
)
export interface PolicyRule extends Infer<typeof PolicyRule> {}

export const Policy = struct(
  'io.k8s.apiserver.pkg.apis.audit.v1.Policy',
  'What is recorded of requests. The first rule that matches a request decides; no rule means no record.',
  {
    ...typeMeta,
    metadata: explicit(1, ObjectMeta, 'For readers of the file.'),
    rules: required(2, list(PolicyRule), 'Rules, in the order in which they are asked.'),
    omitStages: optional(3, list(string), 'Stages at which nothing is recorded.'),
    omitManagedFields: optional(4, boolean, 'Whether bodies leave out managed fields.'),
  },
)
export interface Policy extends Infer<typeof Policy> {}
