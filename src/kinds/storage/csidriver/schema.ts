import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  explicit,
  type Infer,
  int64,
  list,
  optional,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'

export const TokenRequest = struct(
  'io.k8s.api.storage.v1.TokenRequest',
  'Service account token of a pod, passed to a driver.',
  () => ({
    audience: required(1, string, 'Audience of the token; the API server when empty.'),
    expirationSeconds: explicit(2, int64, 'Lifetime of the token, in seconds.'),
  }),
)
export interface TokenRequest extends Infer<typeof TokenRequest> {}

export const CSIDriverSpec = withCompletion(
  struct('io.k8s.api.storage.v1.CSIDriverSpec', 'Requirements and features of a driver.', () => ({
    attachRequired: explicit(
      1,
      boolean,
      'Whether volumes are attached before they are mounted; never changes.',
      {
        default: true,
      },
    ),
    podInfoOnMount: explicit(2, boolean, 'Whether mount calls to the driver include data about the pod.', {
      default: false,
    }),
    volumeLifecycleModes: optional(3, list(string), 'Persistent, Ephemeral or both; never changes.', {
      listType: 'set',
    }),
    storageCapacity: explicit(
      4,
      boolean,
      'Whether the scheduler considers the capacity that the driver reports.',
      {
        default: false,
      },
    ),
    fsGroupPolicy: explicit(
      5,
      string,
      'Whether the driver supports changing the group of files in a volume.',
      {
        default: 'ReadWriteOnceWithFSType',
      },
    ),
    tokenRequests: optional(
      6,
      list(TokenRequest),
      'Service account tokens of the pod that the driver receives.',
      {
        listType: 'atomic',
      },
    ),
    requiresRepublish: explicit(
      7,
      boolean,
      'Whether the kubelet calls the driver periodically to republish a mounted volume.',
      {
        default: false,
      },
    ),
    seLinuxMount: explicit(8, boolean, 'Whether volumes can be mounted with an SELinux context.', {
      default: false,
    }),
    nodeAllocatableUpdatePeriodSeconds: explicit(
      9,
      int64,
      'Interval at which the volume limit of a node is updated, in seconds. Dropped on write: its feature gate is off.',
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
  'A CSI driver installed in the cluster.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name of the driver, labels and other standard data.'),
    spec: required(2, CSIDriverSpec, 'Requirements and features of the driver.'),
  }),
)
export interface CSIDriver extends Infer<typeof CSIDriver> {}
