import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { claimColumns } from './columns.js'
import { prepareChangedClaim, prepareNewClaim } from './preparation.js'
import { PersistentVolumeClaim } from './schema.js'
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './validation.js'
import { claimWarnings } from './warnings.js'

export const persistentVolumeClaim = builtInKind<PersistentVolumeClaim>({
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  singular: 'persistentvolumeclaim',
  shortNames: ['pvc'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: { prepareForCreate: prepareNewClaim, prepareForUpdate: prepareChangedClaim },
  storageVersion: {
    ...coreV1,
    schema: PersistentVolumeClaim,
    subresources: [statusOf('PersistentVolumeClaim')],
    returnDeletedObject: true,
    columns: claimColumns,
    rules: {
      validate: validateClaim,
      validateUpdate: validateClaimUpdate,
      validateStatusUpdate: validateClaimStatus,
      warnings: claimWarnings,
    },
  },
})
