import { NOTHING } from '#kinds/shared/workload-columns.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { ControllerRevision } from './schema.js'

export const controllerRevisionColumns: readonly Column<ControllerRevision>[] = [
  NAME,
  {
    name: 'Controller',
    type: 'string',
    description: 'Object whose state is kept.',
    cell: ({ metadata }) => {
      const owner = metadata.ownerReferences?.find(({ controller }) => controller === true)
      if (owner === undefined) return NOTHING
      const [group = '', version] = owner.apiVersion.split('/')
      // An apiVersion without a group is of the core group.
      const kind = version === undefined ? owner.kind : `${owner.kind}.${group}`
      return `${kind.toLowerCase()}/${owner.name}`
    },
  },
  {
    name: 'Revision',
    type: 'string',
    description: 'Number of the state: the larger, the newer.',
    cell: ({ revision }) => revision,
  },
  AGE,
]
