import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { boolean, bytes, explicit, type Infer, map, optional, string, struct } from '#schema/type.js'

export const ConfigMap = struct(
  'io.k8s.api.core.v1.ConfigMap',
  'Settings for pods to read, as text or bytes under keys.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the config map.'),
    immutable: explicit(
      4,
      boolean,
      'True fixes the data for good; only the metadata of the object can change from then on.',
    ),
    data: optional(
      2,
      map(string),
      "Text by key. Keys consist of letters, digits, '-', '_' and '.', and do not occur in binaryData.",
    ),
    binaryData: optional(
      3,
      map(bytes),
      "Bytes by key, as base64, for what is not text. Keys consist of letters, digits, '-', '_' and '.'.",
    ),
  }),
)
export interface ConfigMap extends Infer<typeof ConfigMap> {}
