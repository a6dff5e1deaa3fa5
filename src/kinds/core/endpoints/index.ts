import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { endpointsColumns } from './columns.js'
import { Endpoints } from './schema.js'
import { endpointsWarnings, validateEndpoints } from './validation.js'

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
    rules: { validate: validateEndpoints, warnings: endpointsWarnings },
  },
})
