import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { type EndpointSubset, Endpoints } from './schema.js'
import { endpointsWarnings, validateEndpoints, validateEndpointsUpdate } from './validation.js'

/** Further endpoints are only counted. */
const NAMED = 3

const endpointsColumns: readonly Column<Endpoints>[] = [
  NAME,
  {
    name: 'Endpoints',
    type: 'string',
    description: 'Addresses and ports that are ready for traffic.',
    cell: endpointList,
  },
  AGE,
]

function endpointList({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return '<none>'
  const all = subsets.flatMap(endpointsOf)
  const text = all.slice(0, NAMED).join(',')
  return all.length > NAMED ? `${text} + ${all.length - NAMED} more...` : text
}

function endpointsOf({ addresses = [], ports = [] }: EndpointSubset): readonly string[] {
  if (ports.length === 0) return addresses.map(({ ip }) => ip)
  return ports.flatMap(({ port }) =>
    addresses.map(({ ip }) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)),
  )
}

export const endpoints = builtInKind<Endpoints>({
  kind: 'Endpoints',
  plural: 'endpoints',
  singular: 'endpoints',
  shortNames: ['ep'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...coreV1,
    schema: Endpoints,
    subresources: [],
    allowCreateOnUpdate: true,
    columns: endpointsColumns,
    deprecation: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
    rules: {
      validateCreate: validateEndpoints,
      validateUpdate: validateEndpointsUpdate,
      warnings: endpointsWarnings,
    },
  },
})
