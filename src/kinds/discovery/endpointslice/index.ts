import { discoveryV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { semanticEqual } from '#schema/equal.js'
import { dropUnserved, prepareChangedSlice } from './preparation.js'
import { EndpointSlice } from './schema.js'
import { validateEndpointSlice, validateEndpointSliceUpdate } from './validation.js'
import { endpointSliceWarnings } from './warnings.js'

/** Further ones are only counted. */
const NAMED = 3

const endpointSliceColumns: readonly Column<EndpointSlice>[] = [
  NAME,
  {
    name: 'AddressType',
    type: 'string',
    description: 'Type of the addresses.',
    cell: ({ addressType }) => addressType,
  },
  {
    name: 'Ports',
    type: 'string',
    description: 'Ports that each endpoint has.',
    cell: ({ ports }) =>
      firstOf((ports ?? []).map(({ port, name }) => (port === undefined ? (name ?? '*') : String(port)))),
  },
  {
    name: 'Endpoints',
    type: 'string',
    description: 'Addresses of the endpoints.',
    cell: ({ endpoints }) => firstOf((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])),
  },
  AGE,
]

function firstOf(texts: readonly string[]): string {
  const named = texts.slice(0, NAMED).join(',')
  if (texts.length > NAMED) return `${named} + ${texts.length - NAMED} more...`
  return named || '<unset>'
}

export const endpointSlice = builtInKind<EndpointSlice>({
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  singular: 'endpointslice',
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: [],
  strategy: {
    prepareForCreate: dropUnserved,
    prepareForUpdate(slice, current) {
      prepareChangedSlice(slice, current)
      if (!isSame(slice, current)) slice.metadata.generation = (current.metadata.generation ?? 0) + 1
    },
  },
  storageVersion: {
    ...discoveryV1,
    schema: EndpointSlice,
    subresources: [],
    columns: endpointSliceColumns,
    rules: {
      validateCreate: validateEndpointSlice,
      validateUpdate: validateEndpointSliceUpdate,
      warnings: endpointSliceWarnings,
    },
  },
})

/** A slice has no spec: its labels and everything except the metadata count. */
function isSame(slice: EndpointSlice, current: Readonly<EndpointSlice>): boolean {
  const part = ({ metadata: { labels }, ...rest }: Readonly<EndpointSlice>) => ({
    ...rest,
    metadata: { labels },
  })
  return semanticEqual(EndpointSlice, part(slice), part(current))
}
