import { coreV1 } from '#kinds/groups.js'
import { ObjectReference } from '#kinds/shared/object-reference.js'
import { LocalObjectReference } from '#kinds/shared/pod/references.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { decoderOf } from '#schema/decode.js'
import { boolean, explicit, type Infer, list, optional, struct } from '#schema/type.js'
import { token } from './token.js'

const ServiceAccount = struct(
  'io.k8s.api.core.v1.ServiceAccount',
  'Identity of the programs in pods.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the account.'),
    secrets: optional(2, list(ObjectReference), 'Secrets that pods of the account may mount.', {
      merge: { key: 'name' },
      listType: 'map',
      listMapKeys: ['name'],
    }),
    imagePullSecrets: optional(
      3,
      list(LocalObjectReference),
      'Secrets with credentials for image registries, for pods that name none.',
      { listType: 'atomic' },
    ),
    automountServiceAccountToken: explicit(
      4,
      boolean,
      'False keeps the token of the account out of pods that do not ask for it.',
    ),
  }),
)
export interface ServiceAccount extends Infer<typeof ServiceAccount> {}

const serviceAccountColumns: readonly Column<ServiceAccount>[] = [
  NAME,
  {
    name: 'Secrets',
    type: 'string',
    description: 'Number of secrets that pods of the account may mount.',
    cell: ({ secrets = [] }) => secrets.length,
  },
  AGE,
]

export const ENFORCE_MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets'

/** The annotation is deprecated; objects that already have it get no warning. */
function serviceAccountWarnings(
  { metadata }: Readonly<ServiceAccount>,
  current: Readonly<ServiceAccount> | undefined,
): readonly string[] {
  const isNew = current?.metadata.annotations?.[ENFORCE_MOUNTABLE] === undefined
  if (!isNew || metadata.annotations?.[ENFORCE_MOUNTABLE] === undefined) return []
  return [
    `metadata.annotations[${ENFORCE_MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ]
}

/** A secret of the account is in its namespace: the name alone counts. */
function keepSecretNames(account: ServiceAccount): void {
  account.secrets = account.secrets?.map(({ name }) => decodeReference({ name }))
}
const decodeReference = decoderOf(ObjectReference)

export const serviceAccount = builtInKind<ServiceAccount>({
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  singular: 'serviceaccount',
  shortNames: ['sa'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: { prepareForCreate: keepSecretNames, prepareForUpdate: keepSecretNames },
  storageVersion: {
    ...coreV1,
    schema: ServiceAccount,
    subresources: [token],
    returnDeletedObject: true,
    columns: serviceAccountColumns,
    rules: { readMetadata: true, warnings: serviceAccountWarnings },
  },
})
