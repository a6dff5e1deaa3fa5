import { type Infer, optional, string, struct } from '#schema/type.js'

export const ObjectReference = struct(
  'io.k8s.api.core.v1.ObjectReference',
  'Another object, or a part of one.',
  () => ({
    kind: optional(1, string, 'Kind of the object.'),
    namespace: optional(2, string, 'Namespace of the object.'),
    name: optional(3, string, 'Name of the object.'),
    uid: optional(4, string, 'Identifier of the object, which tells it apart from a later namesake.'),
    apiVersion: optional(5, string, 'API group and version in which the object is meant.'),
    resourceVersion: optional(6, string, 'State of the object that is meant, if one state is.'),
    fieldPath: optional(7, string, 'Part of the object that is meant, such as spec.containers{name}.'),
  }),
  { mapType: 'atomic' },
)
export interface ObjectReference extends Infer<typeof ObjectReference> {}
