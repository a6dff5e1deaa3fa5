import { type Infer, nullable, required, string, struct } from '#schema/type.js'

export const TypedLocalObjectReference = struct(
  'io.k8s.api.core.v1.TypedLocalObjectReference',
  'Reference by kind and name to an object in the same namespace.',
  () => ({
    apiGroup: nullable(1, string, 'Group of the kind; the core group when left out.', { mustBeGiven: false }),
    kind: required(2, string, 'Kind of the object.'),
    name: required(3, string, 'Name of the object.'),
  }),
  { mapType: 'atomic' },
)
export interface TypedLocalObjectReference extends Infer<typeof TypedLocalObjectReference> {}
