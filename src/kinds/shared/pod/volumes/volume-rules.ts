import { alternatives, validateOneOf } from '#kinds/shared/alternatives.js'
import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAs } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import * as cloud from './cloud-rules.js'
import * as config from './config-rules.js'
import { mustLeaveRoomForPortal, validateIscsi } from './iscsi-rules.js'
import * as local from './local-rules.js'
import * as network from './network-rules.js'
import { validateProjected } from './projected-rules.js'
import type { Volume, VolumeSource } from './volume.js'

/** In the order in which the sources are checked. */
const SOURCES = alternatives<VolumeSource, PodRules>({
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
  projected: validateProjected,
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
  errors.each('volumes', volumes, validateVolume, { known, owned: claimsOf(volumes, rules), rules })
  return known
}

interface VolumesContext {
  readonly known: Map<string, Volume>
  /** The names of the claims that the pod will own. */
  readonly owned: ReadonlySet<string> | undefined
  readonly rules: PodRules
}

function validateVolume(volume: Volume, errors: FieldErrors, { known, owned, rules }: VolumesContext): void {
  const { name, iscsi } = volume
  const before = errors.all.length
  if (!validateOneOf(volume, SOURCES, 'may not specify more than 1 volume type', errors, rules)) {
    errors.required('', 'must specify a volume type')
  }
  if (iscsi) mustLeaveRoomForPortal(name, iscsi, errors)
  if (volume.ephemeral) mustNameClaim(name, rules, errors)
  mustBeGivenAs('name', name, rules.label, errors)
  if (known.has(name)) errors.duplicate('name', name)
  if (errors.all.length === before) known.set(name, volume)
  if (owned) mustNotTakeClaim(volume, owned, errors)
}

/** A pod makes a claim for each of its ephemeral volumes. Its name is known only if that of the pod is. */
function claimsOf(volumes: readonly Volume[], { podName }: PodRules): ReadonlySet<string> | undefined {
  if (!podName) return undefined
  return new Set(volumes.filter(({ ephemeral }) => ephemeral).map(({ name }) => `${podName}-${name}`))
}

function mustNameClaim(name: string, { podName }: PodRules, errors: FieldErrors): void {
  if (!podName || name === '') return
  const claim = `${podName}-${name}`
  for (const message of rfc1123Subdomain(claim)) {
    errors.invalid('name', name, `PVC name ${JSON.stringify(claim)}: ${message}`)
  }
}

function mustNotTakeClaim(
  { persistentVolumeClaim: claim }: Volume,
  owned: ReadonlySet<string>,
  errors: FieldErrors,
): void {
  if (claim === undefined || !owned.has(claim.claimName)) return
  errors.invalid(
    'persistentVolumeClaim.claimName',
    claim.claimName,
    'must not reference a PVC that gets created for an ephemeral volume',
  )
}
