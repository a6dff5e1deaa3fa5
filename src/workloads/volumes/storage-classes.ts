import type { StorageClass } from '#kinds/storage/storageclass/schema.js'
import type { ChangeFeed } from '#registry/change-feed.js'

export const CLASSES = 'storage.k8s.io/storageclasses/'

/** The provisioner of classes whose volumes are made by hand. */
const NO_PROVISIONER = 'kubernetes.io/no-provisioner'

/** How volumes of one class are made. */
export interface VolumeProvisioning {
  readonly provisioner: string
  readonly reclaimPolicy: string
  /** Whether a volume is made only when a pod is about to use it. */
  readonly waitsForFirstConsumer: boolean
  readonly mountOptions?: readonly string[] | undefined
}

/** Claims that name no class, where none is the default, get a volume all the same: tests need no class. */
const WITHOUT_CLASS: VolumeProvisioning = {
  provisioner: 'simulation.binnacle.dev',
  reclaimPolicy: 'Delete',
  waitsForFirstConsumer: false,
}

/** How a volume for a claim is made; undefined when none is, because there is no such class or its volumes are made by hand. */
export function volumeProvisioning(
  feed: ChangeFeed,
  className: string | undefined,
): VolumeProvisioning | undefined {
  if (className === undefined) return WITHOUT_CLASS
  const made = storageClass(feed, className)
  return made?.provisioner === NO_PROVISIONER ? undefined : made
}

/** Whether claims of the class are bound only when a pod is about to use them. */
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
