import type { StorageClass } from '#kinds/storage/storageclass/schema.js'
import type { ChangeFeed } from '#registry/change-feed.js'

export const CLASSES = 'storage.k8s.io/storageclasses/'

/** The provisioner of classes without dynamic provisioning. */
const NO_PROVISIONER = 'kubernetes.io/no-provisioner'

/** How volumes of a class are provisioned. */
export interface VolumeProvisioning {
  readonly provisioner: string
  readonly reclaimPolicy: string
  /** Whether binding waits for the first pod. */
  readonly waitsForFirstConsumer: boolean
  readonly mountOptions?: readonly string[] | undefined
}

/** A claim without a class, where none is the default, gets a volume anyway: tests need no class. */
const WITHOUT_CLASS: VolumeProvisioning = {
  provisioner: 'simulation.binnacle.dev',
  reclaimPolicy: 'Delete',
  waitsForFirstConsumer: false,
}

/** Undefined if the class does not exist or is not provisioned dynamically. */
export function volumeProvisioning(
  feed: ChangeFeed,
  className: string | undefined,
): VolumeProvisioning | undefined {
  if (className === undefined) return WITHOUT_CLASS
  const made = storageClass(feed, className)
  return made?.provisioner === NO_PROVISIONER ? undefined : made
}

export const waitsForFirstConsumer = (feed: ChangeFeed, className: string | undefined) =>
  className !== undefined && storageClass(feed, className)?.waitsForFirstConsumer === true

function storageClass(feed: ChangeFeed, name: string): VolumeProvisioning | undefined {
  const served = name === '' ? undefined : feed.find(CLASSES + name)
  if (served === undefined) return undefined
  const { provisioner, reclaimPolicy, volumeBindingMode, mountOptions } = JSON.parse(
    served.json.toString(),
  ) as StorageClass
  return {
    provisioner,
    reclaimPolicy: reclaimPolicy ?? 'Delete',
    waitsForFirstConsumer: volumeBindingMode === 'WaitForFirstConsumer',
    mountOptions,
  }
}
