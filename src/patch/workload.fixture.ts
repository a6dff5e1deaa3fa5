import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  type AnyStruct,
  boolean,
  explicit,
  int32,
  intOrString,
  list,
  map,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

/**
 * A kind for the tests of this folder, shaped like a deployment: it has every way of merging that the kinds
 * of the server have, and no defaults, so that a patched document is what the patch made of it.
 */

const Variable = struct('test.Variable', 'An environment variable.', {
  name: required(1, string, 'Name.'),
  value: optional(2, string, 'Value.'),
})

const Port = struct('test.Port', 'A port.', {
  containerPort: required(1, int32, 'Number.'),
  protocol: optional(2, string, 'Protocol.'),
  name: optional(3, string, 'Name.'),
})

const Toleration = struct('test.Toleration', 'A toleration.', {
  key: optional(1, string, 'Key.'),
  value: optional(2, string, 'Value.'),
})

const Container = struct('test.Container', 'A container.', {
  name: required(1, string, 'Name.'),
  image: optional(2, string, 'Image.'),
  command: optional(3, list(string), 'Command, replaced as a whole.'),
  env: optional(4, list(Variable), 'Environment.', { merge: { key: 'name' } }),
  ports: optional(5, list(Port), 'Ports.', { merge: { key: 'containerPort' } }),
  limits: optional(6, map(string), 'Limits.'),
})

const Volume = struct('test.Volume', 'A volume with one of its sources.', {
  name: required(1, string, 'Name.'),
  emptyDir: explicit(
    2,
    struct('test.EmptyDir', 'A directory.', { medium: optional(1, string, 'On.') }),
    'Dir.',
  ),
  configMap: explicit(3, struct('test.ConfigMap', 'A map.', { name: optional(1, string, 'Name.') }), 'Map.'),
})

const Strategy = struct('test.Strategy', 'A strategy.', {
  type: optional(1, string, 'Type.'),
  rollingUpdate: explicit(
    2,
    struct('test.RollingUpdate', 'Limits.', { maxSurge: explicit(1, intOrString, 'Surge.') }),
    'Limits.',
  ),
})

const Spec = struct('test.Spec', 'Wanted state.', {
  replicas: explicit(1, int32, 'Replicas.'),
  paused: optional(2, boolean, 'Paused.'),
  strategy: explicit(3, Strategy, 'Strategy.', { retainKeys: true }),
  containers: required(4, list(Container), 'Containers.', { merge: { key: 'name' } }),
  volumes: optional(5, list(Volume), 'Volumes.', { merge: { key: 'name' }, retainKeys: true }),
  tolerations: optional(6, list(Toleration), 'Tolerations, replaced as a whole.'),
  nodeSelector: optional(7, map(string), 'Labels of nodes.'),
})

export const Workload: AnyStruct = struct('test.Workload', 'A workload.', {
  ...typeMeta,
  metadata: optional(1, ObjectMeta, 'Metadata.'),
  spec: optional(2, Spec, 'Spec.'),
})
