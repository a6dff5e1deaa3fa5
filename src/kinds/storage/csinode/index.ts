import { storageV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { CSINode } from './schema.js'
import { validateNode, validateNodeUpdate } from './validation.js'

const nodeColumns: readonly Column<CSINode>[] = [
  NAME,
  {
    name: 'Drivers',
    type: 'integer',
    description: 'CSI drivers on the node.',
    cell: ({ spec }) => spec.drivers?.length ?? 0,
  },
  AGE,
]

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
