import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, int64, json, optional, required, struct } from '#schema/type.js'

export const ControllerRevision = struct(
  'io.k8s.api.apps.v1.ControllerRevision',
  'State that a controller keeps of its object, so that it can go back to that state.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the revision.'),
    data: optional(2, json, 'State that is kept, as an object of any form; never changes.'),
    revision: required(3, int64, 'Number of the state: the larger, the newer.'),
  }),
)
export interface ControllerRevision extends Infer<typeof ControllerRevision> {}
