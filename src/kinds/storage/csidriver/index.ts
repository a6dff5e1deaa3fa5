import { rfc1123Subdomain } from '../../../meta/formats.js'
import { defineKind } from '../../../registry/kind.js'
import { storageV1 } from '../../groups.js'
import { driverColumns } from './columns.js'
import { CSIDriver } from './schema.js'
import { validateDriver, validateDriverUpdate } from './validation.js'

export const csidriver = defineKind<CSIDriver>({
  kind: 'CSIDriver',
  plural: 'csidrivers',
  singular: 'csidriver',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...storageV1,
    schema: CSIDriver,
    subresources: [],
    columns: driverColumns,
    rules: { validate: validateDriver, validateUpdate: validateDriverUpdate },
  },
})
