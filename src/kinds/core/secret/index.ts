import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { keyPairWarnings } from './key-pair.js'
import { Secret } from './schema.js'
import { validateSecret, validateSecretUpdate } from './validation.js'

const secretColumns: readonly Column<Secret>[] = [
  NAME,
  {
    name: 'Type',
    type: 'string',
    description: 'Type of the secret.',
    cell: ({ type }) => type ?? '',
  },
  {
    name: 'Data',
    type: 'string',
    description: 'Number of keys.',
    cell: ({ data = {} }) => Object.keys(data).length,
  },
  AGE,
]

export const secret = builtInKind<Secret>({
  kind: 'Secret',
  plural: 'secrets',
  singular: 'secret',
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...coreV1,
    schema: Secret,
    subresources: [],
    selectableFields: { type: ({ type }: Secret) => type ?? '' },
    columns: secretColumns,
    rules: {
      // An annotation names the service account.
      readMetadata: true,
      validateCreate: validateSecret,
      validateUpdate: validateSecretUpdate,
      warnings: keyPairWarnings,
    },
  },
})
