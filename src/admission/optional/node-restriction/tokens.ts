import { rejection } from '#admission/rejection.js'
import type { StoredObjects } from '#admission/stored-objects.js'
import type { TokenRequest } from '#kinds/authentication/token-request.js'
import type { PersistentVolume } from '#kinds/core/persistentvolume/schema.js'
import type { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { Volume } from '#kinds/shared/pod/volumes/volume.js'
import type { CSIDriver } from '#kinds/storage/csidriver/schema.js'
import type { NodeWrite } from './node-write.js'
import { storedPod } from './pods.js'

/** A kubelet may ask for the tokens that its pods mount. */
export async function checkToken(write: NodeWrite): Promise<void> {
  const { review, node, stored } = write
  const { boundObjectRef } = (review.object as TokenRequest).spec
  const { apiVersion, kind, name, uid } = boundObjectRef ?? {}
  if (apiVersion !== 'v1' || kind !== 'Pod' || !name) {
    throw rejection(review, 'node requested token not bound to a pod')
  }
  if (!uid) throw rejection(review, 'node requested token with a pod binding without a uid')
  const pod = storedPod(stored, review.namespace, name)
  if (uid !== pod.metadata.uid) {
    throw rejection(
      review,
      `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    )
  }
  if (pod.spec.nodeName !== node) {
    throw rejection(review, 'node requested token bound to a pod scheduled on a different node')
  }
  await checkAudience(write, pod)
}

const VERB = 'request-serviceaccounts-token-audience'

/** The audience is one of a volume of the pod, or the kubelet has a right to it. */
async function checkAudience({ review, stored, authorize }: NodeWrite, pod: Pod): Promise<void> {
  const [audience = '', ...others] = (review.object as TokenRequest).spec.audiences ?? []
  if (others.length > 0) throw rejection(review, 'node may only request 0 or 1 audiences')
  const mounted = isMounted(stored, pod, audience)
  if (mounted === true) return
  if (mounted !== false) {
    throw rejection(review, `error validating audience ${JSON.stringify(audience)}: ${mounted.error}`)
  }
  const { user, namespace, name } = review
  const resource = { group: '', plural: audience, subresource: undefined, namespace, name }
  if ((await authorize(user, { verb: VERB, path: '', resource })).allowed) return
  throw rejection(
    review,
    `audience ${JSON.stringify(audience)} not found in pod spec volume, ${user.name} is not authorized to request tokens for this audience`,
  )
}

interface Missing {
  readonly error: string
}

/** Whether a volume of the pod has tokens for the audience; what is missing to know it. */
function isMounted(stored: StoredObjects, { metadata, spec }: Pod, audience: string): boolean | Missing {
  const errors: string[] = []
  for (const volume of spec.volumes ?? []) {
    const sources = volume.projected?.sources ?? []
    const isToken = sources.some(
      ({ serviceAccountToken: token }) => token !== undefined && (token.audience ?? '') === audience,
    )
    if (isToken) return true
    try {
      const driver = driverOf(stored, metadata, volume)
      if (driver !== '' && isOfDriver(stored, driver, audience)) return true
    } catch (error) {
      if (!(error instanceof MissingObject)) throw error
      errors.push(error.message)
    }
  }
  if (errors.length === 0) return false
  return { error: errors.length === 1 ? (errors[0] as string) : `[${errors.join(', ')}]` }
}

class MissingObject extends Error {
  override readonly name = 'MissingObject'
}

function find<T>(
  stored: StoredObjects,
  [prefix, what]: readonly [string, string],
  name: string,
  at?: string,
): T {
  const found = stored.get<T>(prefix, at, name)
  if (found === undefined) throw new MissingObject(`${what} ${JSON.stringify(name)} not found`)
  return found
}

const CLAIM = ['core/persistentvolumeclaims/', 'persistentvolumeclaim'] as const
const VOLUME = ['core/persistentvolumes/', 'persistentvolume'] as const
const DRIVER = ['storage.k8s.io/csidrivers/', 'csidriver.storage.k8s.io'] as const

/** The CSI driver of a volume; empty for none. */
function driverOf(stored: StoredObjects, { name, namespace }: Pod['metadata'], volume: Volume): string {
  if (volume.csi !== undefined) return volume.csi.driver
  const claimName = volume.ephemeral ? `${name}-${volume.name}` : volume.persistentVolumeClaim?.claimName
  if (claimName === undefined) return ''
  const { spec } = find<PersistentVolumeClaim>(stored, CLAIM, claimName, namespace)
  return find<PersistentVolume>(stored, VOLUME, spec.volumeName ?? '').spec.csi?.driver ?? ''
}

function isOfDriver(stored: StoredObjects, driver: string, audience: string): boolean {
  const { spec } = find<CSIDriver>(stored, DRIVER, driver)
  return (spec.tokenRequests ?? []).some((request) => (request.audience ?? '') === audience)
}
