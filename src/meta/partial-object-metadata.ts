import { type Infer, optional, struct } from '#schema/type.js'
import { ObjectMeta } from './object-meta.js'
import { typeMeta } from './type-meta.js'

export const PartialObjectMetadata = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadata',
  'Metadata of an object of any kind, without the object.',
  {
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Metadata of the object, as in the object itself.'),
  },
)
export interface PartialObjectMetadata extends Infer<typeof PartialObjectMetadata> {}
