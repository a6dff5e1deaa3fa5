import { storageV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { nodeColumns } from './columns.js'
import { CSINode } from './schema.js'
import { validateNode, validateNodeUpdate } from './validation.js'

export const csiNode = builtInKind<CSINode>({
  kind: 'CSINode',
  plural: 'csinodes',
  singular: 'csinode',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...storageV1,
    schema: CSINode,
    subresources: [],
    returnDeletedObject: true,
    allowUnconditionalUpdate: false,
    columns: nodeColumns,
    rules: { validate: validateNode, validateUpdate: validateNodeUpdate },
  },
})
