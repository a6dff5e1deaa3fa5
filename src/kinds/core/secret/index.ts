import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { secretColumns } from './columns.js'
import { keyPairWarnings } from './key-pair-warnings.js'
import { Secret } from './schema.js'
import { validateSecret, validateSecretUpdate } from './validation.js'

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
      // A secret for a service account names the account in an annotation.
      readMetadata: true,
      validate: validateSecret,
      validateUpdate: validateSecretUpdate,
      warnings: keyPairWarnings,
    },
  },
})
