import { proxying } from '#kinds/core/connecting.js'
import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { nodeColumns } from './columns.js'
import { taintNotReady } from './not-ready-taint.js'
import { Node } from './schema.js'
import { validateNode, validateNodeStatus, validateNodeUpdate } from './validation.js'

export const node = builtInKind<Node>({
  kind: 'Node',
  plural: 'nodes',
  singular: 'node',
  shortNames: ['no'],
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: {
    // A kubelet registers its node together with the first report.
    takesNewStatus: true,
    prepareForCreate: taintNotReady,
  },
  storageVersion: {
    ...coreV1,
    schema: Node,
    subresources: [proxying('NodeProxyOptions', 'this server runs no nodes'), statusOf('Node')],
    selectableFields: { 'spec.unschedulable': ({ spec }: Node) => String(spec.unschedulable ?? false) },
    columns: nodeColumns,
    rules: {
      validate: validateNode,
      validateUpdate: validateNodeUpdate,
      validateStatusUpdate: validateNodeStatus,
    },
  },
})
