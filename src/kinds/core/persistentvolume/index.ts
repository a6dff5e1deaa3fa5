import { coreV1 } from '#kinds/groups.js'
import { addFinalizer } from '#kinds/shared/metadata.js'
import { nodeTermWarnings } from '#kinds/shared/node-label-warnings.js'
import { fractionWarnings } from '#kinds/shared/resource-names.js'
import { storageAnnotationWarnings } from '#kinds/shared/storage/volumes.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import type { WriteContext } from '#registry/strategy.js'
import { currentTime } from '#schema/times.js'
import { persistentVolumeColumns } from './columns.js'
import { PersistentVolume } from './schema.js'
import { validatePersistentVolume, validatePersistentVolumeUpdate } from './validation.js'

/** The finalizer that keeps a volume while a claim is bound to it. */
const PROTECTION = 'kubernetes.io/pv-protection'

function prepareNewVolume(volume: PersistentVolume, { clock }: WriteContext): void {
  addFinalizer(volume.metadata, PROTECTION)
  volume.status.phase = 'Pending'
  volume.status.lastPhaseTransitionTime = currentTime(clock)
}

/** The server sets the time of a phase change, unless the update does. */
function noteTransition(
  { status }: PersistentVolume,
  { status: before }: Readonly<PersistentVolume>,
  { clock }: WriteContext,
): void {
  const isSameTime =
    (status.lastPhaseTransitionTime ?? before.lastPhaseTransitionTime) === before.lastPhaseTransitionTime
  if (!isSameTime) return
  status.lastPhaseTransitionTime =
    status.phase === before.phase ? before.lastPhaseTransitionTime : currentTime(clock)
}

/** Warnings about a valid volume: renamed or deprecated settings. */
function persistentVolumeWarnings({ metadata, spec }: Readonly<PersistentVolume>): readonly string[] {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? []
  return [
    ...terms.flatMap((term, index) =>
      nodeTermWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`),
    ),
    ...storageAnnotationWarnings(metadata.annotations),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle' ? [RECYCLED] : []),
    ...fractionWarnings(spec.capacity, ['storage'], 'spec.capacity'),
  ]
}

const RECYCLED =
  'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.'

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
