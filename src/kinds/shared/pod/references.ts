import {
  boolean,
  explicit,
  type Infer,
  inline,
  int32,
  optional,
  quantity,
  required,
  string,
  struct,
} from '#schema/type.js'

export const LocalObjectReference = struct(
  'io.k8s.api.core.v1.LocalObjectReference',
  'Reference by name to an object in the same namespace.',
  () => ({
    name: optional(1, string, 'Name of the object referred to.'),
  }),
  { mapType: 'atomic' },
)
export interface LocalObjectReference extends Infer<typeof LocalObjectReference> {}

export const ObjectFieldSelector = struct(
  'io.k8s.api.core.v1.ObjectFieldSelector',
  'Reference to a field of the pod.',
  () => ({
    apiVersion: optional(1, string, 'API version that fieldPath is written for; v1 when left out.', {
      default: 'v1',
    }),
    fieldPath: required(2, string, 'Path of the field, such as metadata.name or status.podIP.'),
  }),
  { mapType: 'atomic' },
)
export interface ObjectFieldSelector extends Infer<typeof ObjectFieldSelector> {}

export const ResourceFieldSelector = struct(
  'io.k8s.api.core.v1.ResourceFieldSelector',
  'Reference to a resource request or limit of a container.',
  () => ({
    containerName: optional(
      1,
      string,
      'Name of the container; required in volumes, optional in environment variables.',
    ),
    resource: required(2, string, 'Resource to read, such as limits.cpu or requests.memory.'),
    divisor: optional(3, quantity, 'Unit the amount is expressed in, such as 1Mi; one when left out.'),
  }),
  { mapType: 'atomic' },
)
export interface ResourceFieldSelector extends Infer<typeof ResourceFieldSelector> {}

export const ConfigMapKeySelector = struct(
  'io.k8s.api.core.v1.ConfigMapKeySelector',
  'One entry of a named config map.',
  () => ({
    ...inline(1, LocalObjectReference),
    key: required(2, string, 'Key of the entry in the config map.'),
    optional: explicit(3, boolean, 'True tolerates a missing config map or entry.'),
  }),
  { mapType: 'atomic' },
)
export interface ConfigMapKeySelector extends Infer<typeof ConfigMapKeySelector> {}

export const SecretKeySelector = struct(
  'io.k8s.api.core.v1.SecretKeySelector',
  'One entry of a named secret.',
  () => ({
    ...inline(1, LocalObjectReference),
    key: required(2, string, 'Key of the entry in the secret.'),
    optional: explicit(3, boolean, 'True tolerates a missing secret or key.'),
  }),
  { mapType: 'atomic' },
)
export interface SecretKeySelector extends Infer<typeof SecretKeySelector> {}

export const KeyToPath = struct(
  'io.k8s.api.core.v1.KeyToPath',
  'Maps one entry of a secret or config map to a file.',
  () => ({
    key: required(1, string, 'Key of the entry whose value fills the file.'),
    path: required(2, string, 'Relative file path in the volume, without any .. element.'),
    mode: explicit(3, int32, 'Permission bits of the file, 0 to 511; the volume default when absent.'),
  }),
)
export interface KeyToPath extends Infer<typeof KeyToPath> {}
