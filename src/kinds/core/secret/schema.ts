import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  bytes,
  explicit,
  type Infer,
  map,
  optional,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'

const PlainSecret = struct(
  'io.k8s.api.core.v1.Secret',
  'Confidential data such as passwords, keys and certificates.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the secret.'),
    immutable: explicit(
      5,
      boolean,
      'True makes the data immutable; only the metadata can change afterwards.',
    ),
    data: optional(
      2,
      map(bytes),
      "Values by key, as base64. Keys consist of letters, digits, '-', '_' and '.'.",
    ),
    stringData: optional(
      4,
      map(string),
      'Values by key as plain text, write-only: they are merged into data and override it.',
    ),
    type: optional(
      3,
      string,
      'Type of the secret, which determines the keys it must have; Opaque when left out.',
      { default: 'Opaque' },
    ),
  }),
)

/** `stringData` is merged into `data` and not stored. */
export const Secret = withCompletion(PlainSecret, (secret) => {
  const { stringData } = secret
  if (stringData === undefined) return
  const data = { ...secret.data }
  for (const key in stringData) data[key] = Buffer.from(stringData[key] as string).toString('base64')
  if (Object.keys(data).length > 0) secret.data = data
  secret.stringData = undefined
})
export interface Secret extends Infer<typeof Secret> {}
