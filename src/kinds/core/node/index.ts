import { proxySubresource } from '#kinds/core/connecting.js'
import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { nodeColumns } from './columns.js'
import { Node } from './schema.js'
import { validateNode, validateNodeStatus, validateNodeUpdate } from './validation.js'

const NOT_READY = 'node.kubernetes.io/not-ready'
const EFFECT = 'NoSchedule'

/** A new node is tainted until it reports that it is ready; the node controller then removes the taint. */
function taintNotReady({ spec }: Node): void {
  const { taints = [] } = spec
  if (taints.some(({ key, effect }) => key === NOT_READY && effect === EFFECT)) return
  const taint = { key: NOT_READY, value: undefined, effect: EFFECT, timeAdded: undefined }
  spec.taints = [...taints, taint]
}

export const node = builtInKind<Node>({
  kind: 'Node',
  plural: 'nodes',
  singular: 'node',
  shortNames: ['no'],
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: {
    // A kubelet registers its node together with its first status.
    takesNewStatus: true,
    prepareForCreate: taintNotReady,
  },
  storageVersion: {
    ...coreV1,
    schema: Node,
    subresources: [proxySubresource('NodeProxyOptions', 'this server runs no nodes'), statusOf('Node')],
    selectableFields: { 'spec.unschedulable': ({ spec }: Node) => String(spec.unschedulable ?? false) },
    columns: nodeColumns,
    rules: {
      validate: validateNode,
      validateUpdate: validateNodeUpdate,
      validateStatusUpdate: validateNodeStatus,
    },
  },
})
