import { proxySubresource } from '#kinds/core/connecting.js'
import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { nodeColumns } from './columns.js'
import { Node } from './schema.js'
import { nodeWarnings, validateNode, validateNodeStatus, validateNodeUpdate } from './validation.js'

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
    prepareForCreate(node) {
      node.spec.configSource = undefined
      node.status.config = undefined
    },
    // Not served any longer.
    prepareForUpdate({ spec }, { spec: current }) {
      if (current.configSource === undefined) spec.configSource = undefined
    },
    prepareForStatusUpdate({ status }, { status: current }) {
      if (current.config === undefined) status.config = undefined
    },
  },
  storageVersion: {
    ...coreV1,
    schema: Node,
    subresources: [proxySubresource('NodeProxyOptions', 'this server runs no nodes'), statusOf('Node')],
    selectableFields: { 'spec.unschedulable': ({ spec }: Node) => String(spec.unschedulable ?? false) },
    columns: nodeColumns,
    rules: {
      // Annotations are validated too.
      readMetadata: true,
      validate: validateNode,
      validateUpdate: validateNodeUpdate,
      validateStatusUpdate: validateNodeStatus,
      warnings: nodeWarnings,
    },
  },
})
