import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  completed,
  explicit,
  type Infer,
  int64,
  list,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

export const TokenRequest = struct(
  'io.k8s.api.storage.v1.TokenRequest',
  'A token that a driver is given for a pod.',
  () => ({
    audience: required(1, string, 'Whom the token is for; the API server itself when empty.'),
    expirationSeconds: explicit(2, int64, 'How long the token is valid.'),
  }),
)
export interface TokenRequest extends Infer<typeof TokenRequest> {}

export const CSIDriverSpec = completed(
  struct('io.k8s.api.storage.v1.CSIDriverSpec', 'What a driver needs and can do.', () => ({
    attachRequired: explicit(
      1,
      boolean,
      'Whether volumes are attached before they are mounted; never changes.',
      {
        default: true,
      },
    ),
    podInfoOnMount: explicit(2, boolean, 'Whether the driver is told which pod a volume is mounted for.', {
      default: false,
    }),
    volumeLifecycleModes: optional(3, list(string), 'Persistent, Ephemeral or both; never changes.', {
      listType: 'set',
    }),
    storageCapacity: explicit(
      4,
      boolean,
      'Whether pods are placed by the capacity that the driver reports.',
      {
        default: false,
      },
    ),
    fsGroupPolicy: explicit(5, string, 'Whether the owner of files in volumes is changed.', {
      default: 'ReadWriteOnceWithFSType',
    }),
    tokenRequests: optional(6, list(TokenRequest), 'Tokens that the driver is given for each pod.', {
      listType: 'atomic',
    }),
    requiresRepublish: explicit(
      7,
      boolean,
      'Whether the driver is asked again and again to mount a volume.',
      {
        default: false,
      },
    ),
    seLinuxMount: explicit(8, boolean, 'Whether volumes can be mounted with a label of SELinux.', {
      default: false,
    }),
    nodeAllocatableUpdatePeriodSeconds: explicit(
      9,
      int64,
      'How often the number of volumes of a node is brought up to date. Not kept: nothing looks at it unless told to.',
    ),
  })),
  (spec) => {
    spec.nodeAllocatableUpdatePeriodSeconds = undefined
    spec.volumeLifecycleModes ??= ['Persistent']
  },
)
export interface CSIDriverSpec extends Infer<typeof CSIDriverSpec> {}

export const CSIDriver = struct(
  'io.k8s.api.storage.v1.CSIDriver',
  'A driver of storage that is there.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name of the driver, labels and other standard data.'),
    spec: required(2, CSIDriverSpec, 'What the driver needs and can do.'),
  }),
)
export interface CSIDriver extends Infer<typeof CSIDriver> {}
