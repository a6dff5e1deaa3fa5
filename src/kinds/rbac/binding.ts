import type { FieldErrors } from '#meta/field-errors.js'
import { pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import { type Infer, optional, required, string, struct, withCompletion } from '#schema/type.js'

export const RoleRef = struct(
  'io.k8s.api.rbac.v1.RoleRef',
  'The role that a binding grants.',
  () => ({
    apiGroup: optional(1, string, 'API group of the role: always rbac.authorization.k8s.io.', {
      default: RBAC_GROUP,
      mustBeGiven: true,
    }),
    kind: required(2, string, 'Role or ClusterRole.'),
    name: required(3, string, 'Name of the role.'),
  }),
  { mapType: 'atomic' },
)
export interface RoleRef extends Infer<typeof RoleRef> {}

export const RBAC_GROUP = 'rbac.authorization.k8s.io'

/** The API group of users and groups is that of roles; service accounts have the core group. */
export const Subject = withCompletion(
  struct(
    'io.k8s.api.rbac.v1.Subject',
    'A user, group or service account to which a role is granted.',
    () => ({
      kind: required(1, string, 'User, Group or ServiceAccount.'),
      apiGroup: optional(2, string, 'API group of the kind; filled in when left out.'),
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

interface Binding {
  readonly roleRef: Readonly<RoleRef>
  readonly subjects?: readonly Subject[] | undefined
}

/** What differs between RoleBindings and ClusterRoleBindings. */
export interface BindingScope {
  readonly namespaced: boolean
  readonly roleKinds: readonly string[]
}

export function validateBinding(
  { roleRef, subjects }: Binding,
  errors: FieldErrors,
  { namespaced, roleKinds }: BindingScope,
): void {
  errors.field('roleRef', roleRef, validateRoleRef, roleKinds)
  errors.each('subjects', subjects, validateSubject, namespaced)
}

function validateRoleRef(
  { apiGroup, kind, name }: Readonly<RoleRef>,
  errors: FieldErrors,
  kinds: readonly string[],
): void {
  if (apiGroup !== RBAC_GROUP) errors.notSupported('apiGroup', apiGroup, [RBAC_GROUP])
  if (!kinds.includes(kind)) errors.notSupported('kind', kind, kinds)
  if (name === '') errors.required('name')
  else errors.format('name', name, pathSegment)
}

const SUBJECT_KINDS = ['ServiceAccount', 'User', 'Group']

function validateSubject(
  { kind, apiGroup = '', name, namespace = '' }: Readonly<Subject>,
  errors: FieldErrors,
  namespaced: boolean,
): void {
  if (name === '') errors.required('name')
  if (!SUBJECT_KINDS.includes(kind)) {
    errors.notSupported('kind', kind, SUBJECT_KINDS)
    return
  }
  const group = kind === 'ServiceAccount' ? '' : RBAC_GROUP
  if (kind === 'ServiceAccount' && name !== '') errors.format('name', name, rfc1123Subdomain)
  if (apiGroup !== group) errors.notSupported('apiGroup', apiGroup, [group])
  if (kind === 'ServiceAccount' && !namespaced && namespace === '') errors.required('namespace')
}

/** The role of a binding is immutable. */
export function validateBindingUpdate(
  { roleRef }: Binding,
  { roleRef: current }: Binding,
  errors: FieldErrors,
): void {
  const isSame =
    roleRef.apiGroup === current.apiGroup && roleRef.kind === current.kind && roleRef.name === current.name
  if (!isSame) errors.invalid('roleRef', roleRef, 'cannot change roleRef')
}
