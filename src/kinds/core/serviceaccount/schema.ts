import { ObjectReference } from '#kinds/shared/object-reference.js'
import { LocalObjectReference } from '#kinds/shared/pod/references.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { boolean, explicit, type Infer, list, optional, struct } from '#schema/type.js'

export const ServiceAccount = struct(
  'io.k8s.api.core.v1.ServiceAccount',
  'Identity that programs in pods act under.',
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
      'Secrets with the passwords of image registries, for pods that name none themselves.',
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
