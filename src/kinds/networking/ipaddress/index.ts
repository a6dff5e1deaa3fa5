import { networkingV1 } from '#kinds/groups.js'
import { EMPTY_CELL } from '#kinds/shared/workload/columns.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { IPAddress } from './schema.js'
import { addressName, validateIPAddress, validateIPAddressUpdate } from './validation.js'

const columns: readonly Column<IPAddress>[] = [
  NAME,
  {
    name: 'ParentRef',
    type: 'string',
    description: 'Object that the address belongs to.',
    cell: ({ spec: { parentRef } }) => {
      if (parentRef === undefined) return EMPTY_CELL
      const { group, resource = '', namespace, name = '' } = parentRef
      const place = namespace === undefined ? name : `${namespace}/${name}`
      const type = group === undefined ? resource : `${resource}.${group}`
      return `${type.toLowerCase()}/${place}`
    },
  },
  { ...AGE, isUndeclared: true },
]

export const ipAddress = builtInKind<IPAddress>({
  kind: 'IPAddress',
  plural: 'ipaddresses',
  singular: 'ipaddress',
  shortNames: ['ip'],
  namespaced: false,
  nameFormat: addressName,
  generation: 'client',
  storageVersion: {
    ...networkingV1,
    schema: IPAddress,
    subresources: [],
    columns,
    rules: { validate: validateIPAddress, validateUpdate: validateIPAddressUpdate },
  },
})
