import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  explicit,
  type Infer,
  list,
  optional,
  required,
  string,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'
import { NodeConfigSource, NodeStatus } from './status-schema.js'

export const Taint = struct(
  'io.k8s.api.core.v1.Taint',
  'Mark that keeps pods off a node unless they tolerate it.',
  () => ({
    key: required(1, string, 'Name of the taint.'),
    value: optional(2, string, 'Value of the taint.'),
    effect: required(3, string, 'Effect on pods: NoSchedule, PreferNoSchedule or NoExecute.', {
      enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'],
    }),
    timeAdded: explicit(4, time, 'When a taint that evicts pods was added.'),
  }),
)
export interface Taint extends Infer<typeof Taint> {}

const PlainNodeSpec = struct('io.k8s.api.core.v1.NodeSpec', 'Settings of a node.', () => ({
  podCIDR: optional(1, string, 'Address range of the pods on the node.'),
  podCIDRs: optional(
    7,
    list(string),
    'Address ranges of the pods, one per IP family; the first is podCIDR.',
    {
      merge: {},
      listType: 'set',
    },
  ),
  providerID: optional(3, string, 'Identifier of the machine at its provider.'),
  unschedulable: optional(4, boolean, 'True keeps new pods off the node.'),
  taints: optional(5, list(Taint), 'Marks that keep pods off unless they tolerate them.', {
    listType: 'atomic',
  }),
  configSource: explicit(6, NodeConfigSource, 'No longer used.'),
  externalID: optional(2, string, 'No longer used.'),
}))

/** The first CIDR is in both fields; if they differ, the singular one wins. */
export const NodeSpec = withCompletion(PlainNodeSpec, (spec) => {
  const { podCIDR, podCIDRs } = spec
  if (podCIDR !== undefined && podCIDR !== podCIDRs?.[0]) spec.podCIDRs = [podCIDR]
  else if (podCIDRs !== undefined) spec.podCIDR = podCIDRs[0]
})
export interface NodeSpec extends Infer<typeof NodeSpec> {}

export const Node = struct('io.k8s.api.core.v1.Node', 'A machine that runs pods.', () => ({
  ...typeMeta,
  metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the node.'),
  spec: optional(2, NodeSpec, 'Settings of the node.'),
  status: optional(3, NodeStatus, 'State of the node last reported.'),
}))
export interface Node extends Infer<typeof Node> {}
