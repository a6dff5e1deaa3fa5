import { type Infer, optional, string, struct } from '../../schema/type.js'

export const ObjectReference = struct(
  'io.k8s.api.core.v1.ObjectReference',
  'Reference to an object of any kind, or to a part of one.',
  () => ({
    kind: optional(1, string, 'Kind of the object.'),
    namespace: optional(2, string, 'Namespace of the object.'),
    name: optional(3, string, 'Name of the object.'),
    uid: optional(4, string, 'UID of the object.'),
    apiVersion: optional(5, string, 'Group and version of the object.'),
    resourceVersion: optional(6, string, 'Version of the object that is meant, if it is a certain one.'),
    fieldPath: optional(7, string, 'Part of the object that is meant, such as spec.containers{web}.'),
  }),
  { mapType: 'atomic' },
)
export interface ObjectReference extends Infer<typeof ObjectReference> {}
