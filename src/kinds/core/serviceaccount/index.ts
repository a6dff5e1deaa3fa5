import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { serviceAccountColumns } from './columns.js'
import { ServiceAccount } from './schema.js'
import { token } from './token.js'
import { serviceAccountWarnings } from './warnings.js'

export const serviceAccount = builtInKind<ServiceAccount>({
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  singular: 'serviceaccount',
  shortNames: ['sa'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...coreV1,
    schema: ServiceAccount,
    subresources: [token],
    returnDeletedObject: true,
    columns: serviceAccountColumns,
    rules: { readMetadata: true, warnings: serviceAccountWarnings },
  },
})
