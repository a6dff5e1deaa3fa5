import { alternatives, validateOneOf } from '#kinds/shared/alternatives.js'
import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAs } from '#meta/field-rules.js'
import * as cloud from './cloud-rules.js'
import * as config from './config-rules.js'
import { mustLeaveRoomForPortal, validateIscsi } from './iscsi-rules.js'
import * as local from './local-rules.js'
import * as network from './network-rules.js'
import type { Volume, VolumeSource } from './volume.js'

/** In the order in which the sources are checked. */
const SOURCES = alternatives<VolumeSource>({
  emptyDir: local.validateEmptyDir,
  hostPath: local.validateHostPath,
  gitRepo: local.validateGitRepo,
  gcePersistentDisk: cloud.validateGcePersistentDisk,
  awsElasticBlockStore: cloud.validateAwsElasticBlockStore,
  secret: config.validateSecret,
  nfs: network.validateNfs,
  iscsi: validateIscsi,
  glusterfs: network.validateGlusterfs,
  flocker: network.validateFlocker,
  persistentVolumeClaim: cloud.validateClaim,
  rbd: network.validateRbd,
  cinder: cloud.validateCinder,
  cephfs: network.validateCephfs,
  quobyte: network.validateQuobyte,
  downwardAPI: config.validateDownwardApi,
  fc: network.validateFc,
  flexVolume: network.validateFlexVolume,
  configMap: config.validateConfigMap,
  azureFile: cloud.validateAzureFile,
  vsphereVolume: cloud.validateVsphereVolume,
  photonPersistentDisk: cloud.validatePhotonPersistentDisk,
  portworxVolume: network.validatePortworxVolume,
  azureDisk: cloud.validateAzureDisk,
  storageos: network.validateStorageos,
  projected: config.validateProjected,
  scaleIO: network.validateScaleIO,
  csi: network.validateCsi,
  ephemeral: local.validateEphemeral,
  image: local.validateImage,
})

/** The volumes that containers can refer to, by name. */
export type KnownVolumes = ReadonlyMap<string, Volume>

const NO_VOLUMES: KnownVolumes = new Map()

/** Validates the volumes of a pod and returns the valid ones; invalid ones count as absent. */
export function validateVolumes(
  volumes: readonly Volume[] | undefined,
  rules: PodRules,
  errors: FieldErrors,
): KnownVolumes {
  if (volumes === undefined) return NO_VOLUMES
  const known = new Map<string, Volume>()
  errors.each('volumes', volumes, validateVolume, { known, rules })
  return known
}

function validateVolume(
  volume: Volume,
  errors: FieldErrors,
  { known, rules }: { known: Map<string, Volume>; rules: PodRules },
): void {
  const { name, iscsi } = volume
  const before = errors.all.length
  if (!validateOneOf(volume, SOURCES, 'may not specify more than 1 volume type', errors)) {
    errors.required('', 'must specify a volume type')
  }
  if (iscsi) mustLeaveRoomForPortal(name, iscsi, errors)
  mustBeGivenAs('name', name, rules.label, errors)
  if (known.has(name)) errors.duplicate('name', name)
  if (errors.all.length === before) known.set(name, volume)
}
