import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { persistentVolumeColumns } from './columns.js'
import { noteTransition, prepareNewVolume } from './phase.js'
import { PersistentVolume } from './schema.js'
import { validatePersistentVolume, validatePersistentVolumeUpdate } from './validation.js'
import { persistentVolumeWarnings } from './warnings.js'

export const persistentVolume = builtInKind<PersistentVolume>({
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  singular: 'persistentvolume',
  shortNames: ['pv'],
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: { prepareForCreate: prepareNewVolume, prepareForStatusUpdate: noteTransition },
  storageVersion: {
    ...coreV1,
    schema: PersistentVolume,
    subresources: [statusOf('PersistentVolume')],
    returnDeletedObject: true,
    columns: persistentVolumeColumns,
    rules: {
      validate: validatePersistentVolume,
      validateUpdate: validatePersistentVolumeUpdate,
      warnings: persistentVolumeWarnings,
    },
  },
})
