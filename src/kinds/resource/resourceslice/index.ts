import { dropFromSlice } from '#kinds/resource/disabled-fields.js'
import { type ResourceSlice, V1, V1BETA2 } from '#kinds/resource/types/kind-types.js'
import { inBothVersions } from '#kinds/resource/versions.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { validateSlice, validateSliceUpdate } from './validation.js'

const columns: readonly Column<ResourceSlice>[] = [
  NAME,
  {
    name: 'Node',
    type: 'string',
    description: 'Node with access to the devices.',
    cell: ({ spec }) => spec.nodeName ?? '',
  },
  { name: 'Driver', type: 'string', description: 'Driver of the devices.', cell: ({ spec }) => spec.driver },
  { name: 'Pool', type: 'string', description: 'Pool of the devices.', cell: ({ spec }) => spec.pool.name },
  AGE,
]

export const resourceSlice = builtInKind<ResourceSlice>({
  kind: 'ResourceSlice',
  plural: 'resourceslices',
  singular: 'resourceslice',
  namespaced: false,
  strategy: { dropDisabledFields: ({ spec }) => dropFromSlice(spec) },
  ...inBothVersions<ResourceSlice>(
    { v1: V1.ResourceSlice, v1beta2: V1BETA2.ResourceSlice },
    {
      subresources: [],
      columns,
      selectableFields: {
        'spec.nodeName': ({ spec }: ResourceSlice) => spec.nodeName ?? '',
        'spec.driver': ({ spec }: ResourceSlice) => spec.driver,
      },
      rules: { validate: validateSlice, validateUpdate: validateSliceUpdate },
    },
  ),
})
