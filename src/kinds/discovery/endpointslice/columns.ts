import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { EndpointSlice } from './schema.js'

/** More than these are counted, not named. */
const NAMED = 3

export const endpointSliceColumns: readonly Column<EndpointSlice>[] = [
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
      firstOf((ports ?? []).map(({ port, name }) => (port === undefined ? name || '*' : String(port)))),
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
