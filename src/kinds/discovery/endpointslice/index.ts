import { discoveryV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { sameMeaning } from '#schema/equal.js'
import { endpointSliceColumns } from './columns.js'
import { EndpointSlice } from './schema.js'
import { validateEndpointSlice, validateEndpointSliceUpdate } from './validation.js'

export const endpointSlice = builtInKind<EndpointSlice>({
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  singular: 'endpointslice',
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: [],
  strategy: {
    prepareForUpdate(slice, current) {
      if (!isSame(slice, current)) slice.metadata.generation = (current.metadata.generation ?? 0) + 1
    },
  },
  storageVersion: {
    ...discoveryV1,
    schema: EndpointSlice,
    subresources: [],
    columns: endpointSliceColumns,
    rules: { validate: validateEndpointSlice, validateUpdate: validateEndpointSliceUpdate },
  },
})

/** A slice has no spec. Its labels, which name the service, and everything besides the metadata count. */
function isSame(slice: EndpointSlice, current: Readonly<EndpointSlice>): boolean {
  const part = ({ metadata: { labels }, ...rest }: Readonly<EndpointSlice>) => ({
    ...rest,
    metadata: { labels },
  })
  return sameMeaning(EndpointSlice, part(slice), part(current))
}
