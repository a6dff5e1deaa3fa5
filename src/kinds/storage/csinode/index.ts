import { rfc1123Subdomain } from '../../../meta/formats.js'
import { defineKind } from '../../../registry/kind.js'
import { storageV1 } from '../../groups.js'
import { nodeColumns } from './columns.js'
import { CSINode } from './schema.js'
import { validateNode, validateNodeUpdate } from './validation.js'

export const csinode = defineKind<CSINode>({
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
    answersDeleted: true,
    replacesByVersion: true,
    columns: nodeColumns,
    rules: { validate: validateNode, validateUpdate: validateNodeUpdate },
  },
})
