import { coreV1 } from '#kinds/groups.js'
import {
  DATA_LIMIT,
  mustStayImmutable,
  sizeOfBytes,
  sizeOfStrings,
  validateKeys,
} from '#kinds/shared/data-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { boolean, bytes, explicit, type Infer, map, optional, string, struct } from '#schema/type.js'

export const ConfigMap = struct(
  'io.k8s.api.core.v1.ConfigMap',
  'Configuration data for pods: strings or bytes, by key.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the config map.'),
    immutable: explicit(
      4,
      boolean,
      'True makes the data immutable; only the metadata can change afterwards.',
    ),
    data: optional(
      2,
      map(string),
      "Text by key. Keys consist of letters, digits, '-', '_' and '.', and do not occur in binaryData.",
    ),
    binaryData: optional(
      3,
      map(bytes),
      "Binary data by key, in base64. Keys consist of letters, digits, '-', '_' and '.'.",
    ),
  }),
)
export interface ConfigMap extends Infer<typeof ConfigMap> {}

function validateConfigMap({ data, binaryData }: Readonly<ConfigMap>, errors: FieldErrors): void {
  validateKeys('data', data, errors)
  for (const key in data) {
    if (binaryData !== undefined && Object.hasOwn(binaryData, key)) {
      errors.invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')
    }
  }
  validateKeys('binaryData', binaryData, errors)
  // The limit is for both fields together.
  if (sizeOfStrings(data) + sizeOfBytes(binaryData) > DATA_LIMIT) errors.tooLarge('[]', DATA_LIMIT)
}

/** The rules on the change come first. */
function validateConfigMapUpdate(
  configMap: Readonly<ConfigMap>,
  current: Readonly<ConfigMap>,
  errors: FieldErrors,
): void {
  mustStayImmutable(configMap, current, ['data', 'binaryData'], errors)
  validateConfigMap(configMap, errors)
}

const configMapColumns: readonly Column<ConfigMap>[] = [
  NAME,
  {
    name: 'Data',
    type: 'string',
    description: 'Number of keys in data and binaryData.',
    cell: ({ data = {}, binaryData = {} }) => Object.keys(data).length + Object.keys(binaryData).length,
  },
  AGE,
]

export const configMap = builtInKind<ConfigMap>({
  kind: 'ConfigMap',
  plural: 'configmaps',
  singular: 'configmap',
  shortNames: ['cm'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...coreV1,
    schema: ConfigMap,
    subresources: [],
    columns: configMapColumns,
    rules: { validateCreate: validateConfigMap, validateUpdate: validateConfigMapUpdate },
  },
})
