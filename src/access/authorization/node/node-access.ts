import { persistentVolume } from '#kinds/core/persistentvolume/index.js'
import type { PersistentVolume } from '#kinds/core/persistentvolume/schema.js'
import { persistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/index.js'
import type { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import { pod as podKind } from '#kinds/core/pod/index.js'
import type { ReferencedKind } from '#kinds/shared/pod/pod-references.js'
import { volumeAttachment } from '#kinds/storage/volumeattachment/index.js'
import type { VolumeAttachment } from '#kinds/storage/volumeattachment/schema.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import type { StoredKind } from '#registry/kind.js'
import type { PodsOfNodes } from './pods-of-nodes.js'

/** Which objects a node needs: those that its pods refer to, directly or through their volumes. */
export class NodeAccess {
  readonly #feed: ChangeFeed
  readonly #pods: PodsOfNodes

  constructor(feed: ChangeFeed, pods: PodsOfNodes) {
    this.#feed = feed
    this.#pods = pods
  }

  hasPod(node: string, namespace: string, name: string): boolean {
    return this.#pods.has(node, objectKey(podKind, namespace, name))
  }

  needsConfigMap(node: string, namespace: string, name: string): boolean {
    return this.#refersTo(node, 'ConfigMap', namespace, name)
  }

  needsServiceAccount(node: string, namespace: string, name: string): boolean {
    return this.#refersTo(node, 'ServiceAccount', namespace, name)
  }

  /** Drivers of volumes read secrets too. */
  needsSecret(node: string, namespace: string, name: string): boolean {
    return (
      this.#refersTo(node, 'Secret', namespace, name) || this.#volumesUseSecret(node, `${namespace}/${name}`)
    )
  }

  needsClaim(node: string, namespace: string, name: string): boolean {
    for (const pod of this.#pods.of(node)) {
      if (pod.namespace === namespace && pod.claims.has(name)) return true
    }
    return false
  }

  needsVolume(node: string, name: string): boolean {
    const claim = this.#find<PersistentVolume>(persistentVolume, undefined, name)?.spec.claimRef
    return claim !== undefined && this.needsClaim(node, claim.namespace ?? '', claim.name ?? '')
  }

  hasAttachment(node: string, name: string): boolean {
    return this.#find<VolumeAttachment>(volumeAttachment, undefined, name)?.spec.nodeName === node
  }

  #refersTo(node: string, kind: ReferencedKind, namespace: string, name: string): boolean {
    for (const pod of this.#pods.of(node)) {
      if (pod.namespace !== namespace) continue
      if (pod.references.some((found) => found.kind === kind && found.name === name)) return true
    }
    return false
  }

  #volumesUseSecret(node: string, secret: string): boolean {
    for (const { namespace, claims } of this.#pods.of(node)) {
      for (const claim of claims) if (this.#secretsOfVolume(namespace, claim).includes(secret)) return true
    }
    return false
  }

  /** The secrets of the volume that is bound to a claim. */
  #secretsOfVolume(namespace: string, claim: string): readonly string[] {
    const bound = this.#find<PersistentVolumeClaim>(persistentVolumeClaim, namespace, claim)?.spec.volumeName
    const volume = bound ? this.#find<PersistentVolume>(persistentVolume, undefined, bound) : undefined
    const { claimRef } = volume?.spec ?? {}
    if (volume === undefined || claimRef?.namespace !== namespace || claimRef.name !== claim) return []
    return secretsOf(volume.spec, namespace)
  }

  #find<T>(kind: StoredKind, namespace: string | undefined, name: string): T | undefined {
    const found = this.#feed.find(objectKey(kind, namespace, name))
    return found && (JSON.parse(found.json.toString()) as T)
  }
}

/** Secrets of a driver that its controller reads, not the node. */
const CONTROLLER_SECRETS = new Set(['controllerExpandSecretRef', 'controllerPublishSecretRef'])

/** `namespace/name`, by default in the namespace of the claim. */
function secretsOf(spec: PersistentVolume['spec'], claimNamespace: string): readonly string[] {
  const { azureFile } = spec
  const found: string[] = []
  if (azureFile) found.push(`${azureFile.secretNamespace || claimNamespace}/${azureFile.secretName}`)
  for (const source of Object.values(spec)) {
    if (typeof source !== 'object' || source === null) continue
    for (const [field, value] of Object.entries(source)) {
      if (!/secretRef$/i.test(field) || CONTROLLER_SECRETS.has(field)) continue
      const { namespace, name } = value as { readonly namespace?: string; readonly name?: string }
      found.push(`${namespace || claimNamespace}/${name}`)
    }
  }
  return found
}
