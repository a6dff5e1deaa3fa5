import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, list, optional, required, string, struct, time } from '#schema/type.js'

export const NamespaceSpec = struct(
  'io.k8s.api.core.v1.NamespaceSpec',
  'What has to be done before a namespace is gone.',
  () => ({
    finalizers: optional(
      1,
      list(string),
      'What still holds the namespace back when it is deleted; changed through finalize only.',
      { listType: 'atomic' },
    ),
  }),
)
export interface NamespaceSpec extends Infer<typeof NamespaceSpec> {}

export const NamespaceCondition = struct(
  'io.k8s.api.core.v1.NamespaceCondition',
  'One aspect of the state of a namespace.',
  () => ({
    type: required(1, string, 'What the condition is about, such as NamespaceContentRemaining.'),
    status: required(2, string, 'True, False or Unknown.'),
    lastTransitionTime: optional(4, time, 'When the status last changed.'),
    reason: optional(5, string, 'Why it changed, as one word for programs.'),
    message: optional(6, string, 'Why it changed, in words for people.'),
  }),
)
export interface NamespaceCondition extends Infer<typeof NamespaceCondition> {}

export const NamespaceStatus = struct('io.k8s.api.core.v1.NamespaceStatus', 'State of a namespace.', () => ({
  phase: optional(1, string, 'Active, or Terminating once the namespace is being deleted.', {
    enum: ['Active', 'Terminating'],
  }),
  conditions: optional(2, list(NamespaceCondition), 'What a deletion still waits for.', {
    merge: { key: 'type' },
    listType: 'map',
    listMapKeys: ['type'],
  }),
}))
export interface NamespaceStatus extends Infer<typeof NamespaceStatus> {}

export const Namespace = struct(
  'io.k8s.api.core.v1.Namespace',
  'A room of its own for names: objects in different namespaces may have the same.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the namespace.'),
    spec: optional(2, NamespaceSpec, 'What holds the namespace back when it is deleted.'),
    status: optional(3, NamespaceStatus, 'Whether the namespace is in use or being emptied.'),
  }),
)
export interface Namespace extends Infer<typeof Namespace> {}
