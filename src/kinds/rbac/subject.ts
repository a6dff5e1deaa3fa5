import { completed, type Infer, optional, required, string, struct } from '#schema/type.js'

export const RBAC_GROUP = 'rbac.authorization.k8s.io'

/** Users and groups are named in the group of roles; service accounts in the core group, which has no name. */
export const Subject = completed(
  struct(
    'io.k8s.api.rbac.v1.Subject',
    'A user, group or service account that is given a role.',
    () => ({
      kind: required(1, string, 'User, Group or ServiceAccount.'),
      apiGroup: optional(2, string, 'Group of the kind; filled in when left out.'),
      name: required(3, string, 'Name of the user, group or service account.'),
      namespace: optional(4, string, 'Namespace of a service account; that of the binding when left out.'),
    }),
    { mapType: 'atomic' },
  ),
  (subject) => {
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ??= RBAC_GROUP
  },
)
export interface Subject extends Infer<typeof Subject> {}
