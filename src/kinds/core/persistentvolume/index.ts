import { coreV1 } from '#kinds/groups.js'
import { nodeTermWarnings } from '#kinds/shared/node-label-warnings.js'
import {
  MOUNT_OPTIONS_ANNOTATION,
  STORAGE_CLASS_ANNOTATION,
  storageAnnotationWarnings,
} from '#kinds/shared/storage/volumes.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import type { WriteContext } from '#registry/strategy.js'
import { currentTime } from '#schema/times.js'
import { persistentVolumeColumns } from './columns.js'
import { PersistentVolume } from './schema.js'
import { validatePersistentVolume, validatePersistentVolumeUpdate } from './validation.js'

function prepareNewVolume(volume: PersistentVolume, { clock, features }: WriteContext): void {
  if (!features.has('VolumeAttributesClass')) volume.spec.volumeAttributesClassName = undefined
  volume.status.phase = 'Pending'
  volume.status.lastPhaseTransitionTime = currentTime(clock)
}

/** A feature that is off keeps what is stored. */
function prepareChangedVolume(
  { spec }: PersistentVolume,
  current: Readonly<PersistentVolume>,
  { features }: WriteContext,
): void {
  if (features.has('VolumeAttributesClass')) return
  if (current.spec.volumeAttributesClassName === undefined) spec.volumeAttributesClassName = undefined
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
    ...storageAnnotationWarnings(metadata.annotations, [STORAGE_CLASS_ANNOTATION, MOUNT_OPTIONS_ANNOTATION]),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle' ? [RECYCLED] : []),
    ...terms.flatMap((term, index) =>
      nodeTermWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`),
    ),
    ...DEPRECATED.flatMap(([source, since, gone]) =>
      spec[source] === undefined
        ? []
        : [
            `spec.${source === 'storageos' ? 'storageOS' : source}: deprecated in ${since}, non-functional in ${gone}+`,
          ],
    ),
  ]
}

const DEPRECATED = [
  ['cephfs', 'v1.28', 'v1.31'],
  ['photonPersistentDisk', 'v1.11', 'v1.16'],
  ['scaleIO', 'v1.16', 'v1.22'],
  ['storageos', 'v1.22', 'v1.25'],
  ['glusterfs', 'v1.25', 'v1.26'],
  ['rbd', 'v1.28', 'v1.31'],
] as const

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
  strategy: {
    prepareForCreate: prepareNewVolume,
    prepareForUpdate: prepareChangedVolume,
    prepareForStatusUpdate: noteTransition,
  },
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
