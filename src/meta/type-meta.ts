import { explicit, type Infer, int64, optional, string, struct } from '#schema/type.js'

/** The first two fields of every object on the wire. In protobuf they travel in the envelope. */
export const typeMeta = {
  kind: optional(0, string, 'Kind of this object, in CamelCase.'),
  apiVersion: optional(
    0,
    string,
    'APIVersion defines the group and version of the schema that this object follows.',
  ),
}

export const ListMeta = struct('io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta', 'Metadata of a list.', {
  selfLink: optional(1, string, 'URL path of the list, filled in by the server.'),
  resourceVersion: optional(2, string, 'Store revision at which the list was read; a watch can start there.'),
  continue: optional(3, string, 'Token for fetching the next part; empty when the list is complete.'),
  remainingItemCount: explicit(
    4,
    int64,
    'Objects that are still to come after this part; absent where they have not been counted.',
  ),
})
export interface ListMeta extends Infer<typeof ListMeta> {}
