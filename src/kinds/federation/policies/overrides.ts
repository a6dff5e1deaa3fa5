import { explicit, type Infer, json, list, map, optional, required, string, struct } from '#schema/type.js'
import { ClusterAffinity, ResourceSelector } from './selectors.js'

const ATOMIC = { listType: 'atomic' } as const
const GIVEN = { ...ATOMIC, mustBeGiven: true } as const

export const JSON_PATCH_OPERATIONS = ['add', 'copy', 'move', 'remove', 'replace', 'test']

export const JsonPatchOperation = struct(
  'dev.binnacle.federation.v1alpha1.JsonPatchOperation',
  'One operation of a JSON patch (RFC 6902).',
  () => ({
    op: required(1, string, 'Operation: add, remove, replace, move, copy or test.', {
      enum: JSON_PATCH_OPERATIONS,
    }),
    path: required(2, string, 'JSON pointer to what is changed.'),
    from: optional(3, string, 'JSON pointer to what is moved or copied.'),
    value: explicit(4, json, 'Value to add, replace with or test for.'),
  }),
)
export interface JsonPatchOperation extends Infer<typeof JsonPatchOperation> {}

export const ContainerWords = struct(
  'dev.binnacle.federation.v1alpha1.ContainerWords',
  'Command or arguments of containers.',
  () => ({
    containerName: optional(1, string, 'Name of the container; all containers when empty.'),
    values: optional(
      2,
      list(string),
      'Words that replace those of the container; none removes them.',
      ATOMIC,
    ),
  }),
)
export interface ContainerWords extends Infer<typeof ContainerWords> {}

export const Override = struct(
  'dev.binnacle.federation.v1alpha1.Override',
  'Changes of the copies in some clusters.',
  () => ({
    target: optional(1, ClusterAffinity, 'Clusters whose copies are changed; all clusters when empty.'),
    imageRegistry: optional(2, string, 'Registry that takes the place of the one in all images.'),
    labels: optional(3, map(string), 'Labels to set.'),
    annotations: optional(4, map(string), 'Annotations to set.'),
    command: optional(5, list(ContainerWords), 'Commands of containers.', ATOMIC),
    args: optional(6, list(ContainerWords), 'Arguments of containers.', ATOMIC),
    jsonPatches: optional(
      7,
      list(JsonPatchOperation),
      'JSON patch, applied after the other changes.',
      ATOMIC,
    ),
  }),
)
export interface Override extends Infer<typeof Override> {}

export const OverrideSpec = struct(
  'dev.binnacle.federation.v1alpha1.OverrideSpec',
  'How the copies of objects differ from cluster to cluster.',
  () => ({
    resourceSelectors: optional(1, list(ResourceSelector), 'Objects that the policy acts on.', GIVEN),
    overrides: optional(2, list(Override), 'Changes, applied in order.', GIVEN),
  }),
)
export interface OverrideSpec extends Infer<typeof OverrideSpec> {}
