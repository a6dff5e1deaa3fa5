import { type Infer, optional, required, string, struct } from '#schema/type.js'
import { RBAC_GROUP } from './subject.js'

export const RoleRef = struct(
  'io.k8s.api.rbac.v1.RoleRef',
  'The role that a binding gives.',
  () => ({
    apiGroup: optional(1, string, 'Group of the role, which is always the one of roles.', {
      default: RBAC_GROUP,
      mustBeGiven: true,
    }),
    kind: required(2, string, 'Role or ClusterRole.'),
    name: required(3, string, 'Name of the role.'),
  }),
  { mapType: 'atomic' },
)
export interface RoleRef extends Infer<typeof RoleRef> {}
