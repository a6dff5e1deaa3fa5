import { VolumeMount } from '#kinds/shared/pod/containers/container.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { Volume } from '#kinds/shared/pod/volumes/volume.js'
import { decoderOf } from '#schema/decode.js'

const PREFIX = 'kube-api-access-'
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount'
/** An hour, and what tells such tokens from others. */
const EXPIRATION_SECONDS = 3607

const SOURCES = [
  { serviceAccountToken: { path: 'token', expirationSeconds: EXPIRATION_SECONDS } },
  { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
  {
    downwardAPI: {
      items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
    },
  },
]

const decodeVolume = decoderOf(Volume)
const decodeMount = decoderOf(VolumeMount)

/**
 * Mounts the token of the account in each container that has nothing at its path. A volume that begins with the prefix
 * is one for tokens.
 */
export function mountToken(spec: PodSpec, generateName: (prefix: string) => string): void {
  const { initContainers, containers, volumes = [] } = spec
  const present = volumes.find(({ name }) => name.startsWith(PREFIX))
  const name = present?.name ?? generateName(PREFIX)
  let isMounted = false
  for (const container of [...(initContainers ?? []), ...(containers ?? [])]) {
    const { volumeMounts = [] } = container
    if (volumeMounts.some(({ mountPath }) => mountPath === MOUNT_PATH)) continue
    container.volumeMounts = [...volumeMounts, decodeMount({ name, readOnly: true, mountPath: MOUNT_PATH })]
    isMounted = true
  }
  if (present !== undefined || !isMounted) return
  spec.volumes = [...volumes, decodeVolume({ name, projected: { sources: SOURCES } })]
}
