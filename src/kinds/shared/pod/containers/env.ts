import {
  ConfigMapKeySelector,
  LocalObjectReference,
  ObjectFieldSelector,
  ResourceFieldSelector,
  SecretKeySelector,
} from '#kinds/shared/pod/references.js'
import { boolean, explicit, type Infer, inline, optional, required, string, struct } from '#schema/type.js'

export const ConfigMapEnvSource = struct(
  'io.k8s.api.core.v1.ConfigMapEnvSource',
  'Config map whose entries become environment variables.',
  () => ({
    ...inline(1, LocalObjectReference),
    optional: explicit(
      2,
      boolean,
      'True tolerates a missing config map; otherwise the container does not start.',
    ),
  }),
)
export interface ConfigMapEnvSource extends Infer<typeof ConfigMapEnvSource> {}

export const SecretEnvSource = struct(
  'io.k8s.api.core.v1.SecretEnvSource',
  'Secret whose entries become environment variables.',
  () => ({
    ...inline(1, LocalObjectReference),
    optional: explicit(
      2,
      boolean,
      'True tolerates a missing secret; otherwise the container does not start.',
    ),
  }),
)
export interface SecretEnvSource extends Infer<typeof SecretEnvSource> {}

export const EnvFromSource = struct(
  'io.k8s.api.core.v1.EnvFromSource',
  'Config map or secret imported whole as environment variables; set exactly one.',
  () => ({
    prefix: optional(1, string, 'Text put in front of each imported variable name.'),
    configMapRef: explicit(2, ConfigMapEnvSource, 'Config map whose entries become variables.'),
    secretRef: explicit(3, SecretEnvSource, 'Secret whose entries become variables.'),
  }),
)
export interface EnvFromSource extends Infer<typeof EnvFromSource> {}

export const EnvVarSource = struct(
  'io.k8s.api.core.v1.EnvVarSource',
  'Place an environment variable takes its value from; set exactly one.',
  () => ({
    fieldRef: explicit(1, ObjectFieldSelector, 'Field of the pod, such as its name or node.'),
    resourceFieldRef: explicit(2, ResourceFieldSelector, 'Resource request or limit of a container.'),
    configMapKeyRef: explicit(3, ConfigMapKeySelector, 'One entry of a config map.'),
    secretKeyRef: explicit(4, SecretKeySelector, 'One entry of a secret, by key.'),
  }),
)
export interface EnvVarSource extends Infer<typeof EnvVarSource> {}

export const EnvVar = struct('io.k8s.api.core.v1.EnvVar', 'One environment variable of a container.', () => ({
  name: required(1, string, 'Name of the variable as the program sees it.'),
  value: optional(
    2,
    string,
    'Literal value, where $(OTHER) inserts variables set earlier; empty by default.',
  ),
  valueFrom: explicit(3, EnvVarSource, 'Place to read the value from; not allowed beside a non-empty value.'),
}))
export interface EnvVar extends Infer<typeof EnvVar> {}
