import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, list, optional, required, string, struct, time } from '#schema/type.js'

export const NamespaceSpec = struct('io.k8s.api.core.v1.NamespaceSpec', 'Finalizers of a namespace.', () => ({
  finalizers: optional(
    1,
    list(string),
    'Finalizers that must be removed before the namespace is; changed only through the finalize subresource.',
    { listType: 'atomic' },
  ),
}))
export interface NamespaceSpec extends Infer<typeof NamespaceSpec> {}

export const NamespaceCondition = struct(
  'io.k8s.api.core.v1.NamespaceCondition',
  'One condition of a namespace.',
  () => ({
    type: required(1, string, 'Type of the condition, such as NamespaceContentRemaining.'),
    status: required(2, string, 'True, False or Unknown.'),
    lastTransitionTime: optional(4, time, 'When the status last changed.'),
    reason: optional(5, string, 'Reason of the last change, as one word for programs.'),
    message: optional(6, string, 'Details of the last change, for people.'),
  }),
)
export interface NamespaceCondition extends Infer<typeof NamespaceCondition> {}

export const NamespaceStatus = struct('io.k8s.api.core.v1.NamespaceStatus', 'State of a namespace.', () => ({
  phase: optional(1, string, 'Active, or Terminating once the namespace is being deleted.', {
    enum: ['Active', 'Terminating'],
  }),
  conditions: optional(2, list(NamespaceCondition), 'Conditions; they say what blocks a deletion.', {
    merge: { key: 'type' },
    listType: 'map',
    listMapKeys: ['type'],
  }),
}))
export interface NamespaceStatus extends Infer<typeof NamespaceStatus> {}

export const Namespace = struct(
  'io.k8s.api.core.v1.Namespace',
  'A scope for names: objects in different namespaces may have the same name.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the namespace.'),
    spec: optional(2, NamespaceSpec, 'Finalizers of the namespace.'),
    status: optional(3, NamespaceStatus, 'Phase and conditions of the namespace.'),
  }),
)
export interface Namespace extends Infer<typeof Namespace> {}
