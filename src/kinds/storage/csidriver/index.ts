import { storageV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { driverColumns } from './columns.js'
import { CSIDriver } from './schema.js'
import { validateDriver, validateDriverUpdate } from './validation.js'

export const csiDriver = builtInKind<CSIDriver>({
  kind: 'CSIDriver',
  plural: 'csidrivers',
  singular: 'csidriver',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  storageVersion: {
    ...storageV1,
    schema: CSIDriver,
    subresources: [],
    returnDeletedObject: true,
    allowUnconditionalUpdate: false,
    columns: driverColumns,
    rules: { validate: validateDriver, validateUpdate: validateDriverUpdate },
  },
})
