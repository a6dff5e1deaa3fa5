import type { CachedObject } from '#cache/cached-object.js'
import { objectKey } from '#registry/keys.js'
import type { StoredKind } from '#registry/kind.js'
import type { ControllerContext } from './controller.js'
import { QueueController } from './queue-controller.js'

const CONCURRENCY = 4
const PODS = 'core/pods/'
const CLAIMS = { prefix: 'core/persistentvolumeclaims/' }
const VOLUMES = 'core/persistentvolumes/'
const CLASSES = 'storage.k8s.io/volumeattributesclasses/'

/** All objects under a prefix, or those of a namespace. */
type ObjectsOf = (prefix: string, namespace?: string) => readonly CachedObject[]

/** The finalizer of a kind, and whether it may be removed. */
interface Protection {
  readonly finalizer: string
  isUsed(object: CachedObject, objectsOf: ObjectsOf): boolean
}

/** By key prefix. */
const PROTECTIONS: ReadonlyMap<string, Protection> = new Map([
  [CLAIMS.prefix, { finalizer: 'kubernetes.io/pvc-protection', isUsed: isUsedByPods }],
  [VOLUMES, { finalizer: 'kubernetes.io/pv-protection', isUsed: isBound }],
  [CLASSES, { finalizer: 'kubernetes.io/vac-protection', isUsed: isNamedByStorage }],
])

/** A deleted object with the finalizer. */
interface ProtectedObject {
  readonly key: string
  readonly kind: StoredKind
  readonly protection: Protection
}

/** Pods use claims, claims use volumes, and both of these name a VolumeAttributesClass. */
const concerns = ({ prefix }: StoredKind) => prefix === PODS || PROTECTIONS.has(prefix)

/** Removes the protection finalizers of deleted claims, volumes and classes that nothing uses any more. */
export class StorageProtection extends QueueController<ProtectedObject> {
  readonly name = 'storage-protection'
  readonly #held = new Map<string, ProtectedObject>()

  constructor(context: ControllerContext) {
    super(context, CONCURRENCY)
  }

  protected follow(): readonly (() => void)[] {
    const { feed, kinds } = this.context
    for (const kind of kinds.kinds) {
      const protection = PROTECTIONS.get(kind.prefix)
      if (protection) for (const object of feed.objectsOf(kind)) this.#onChange(object, kind, protection)
    }
    return [
      feed.follow(({ kind, before, after }) => {
        const protection = PROTECTIONS.get(kind.prefix)
        if (protection !== undefined) {
          if (after === undefined) this.#held.delete((before as CachedObject).key)
          else this.#onChange(after, kind, protection)
          if (kind.prefix !== CLASSES && this.#held.size > 0) this.#onStorageChange()
        } else if (after === undefined && this.#held.size > 0) this.#onPodGone(before as CachedObject)
      }, concerns),
    ]
  }

  /** The pod may have been the last user of a claim. */
  #onPodGone(pod: CachedObject): void {
    for (const claim of claimsOf(pod)) {
      const held = this.#held.get(objectKey(CLAIMS, pod.namespace, claim))
      if (held !== undefined) this.add(held)
    }
  }

  /** The claim or volume may have named a class that is being deleted. */
  #onStorageChange(): void {
    for (const held of this.#held.values()) if (held.kind.prefix === CLASSES) this.add(held)
  }

  protected lead(): Iterable<ProtectedObject> {
    return [...this.#held.values()]
  }

  protected onFailure({ key }: ProtectedObject, error: unknown, failures: number): void {
    this.context.logger.debug({ key, failures, error: String(error) }, 'failed to release protected storage')
  }

  #onChange(object: CachedObject, kind: StoredKind, protection: Protection): void {
    if (!object.metadata().deletionTimestamp) return
    const held = this.#held.get(object.key) ?? { key: object.key, kind, protection }
    this.#held.set(object.key, held)
    this.add(held)
  }

  protected async work({ key, kind, protection }: ProtectedObject): Promise<void> {
    const { feed, kinds, stores } = this.context
    const object = feed.find(key)
    if (!this.isLeading || object === undefined) return
    const { uid, resourceVersion, finalizers = [] } = object.metadata()
    const objectsOf: ObjectsOf = (prefix, namespace) => {
      const users = kinds.storedUnder(prefix)
      if (users === undefined) return []
      return namespace === undefined ? feed.objectsOf(users) : feed.objectsIn(users, namespace)
    }
    if (!finalizers.includes(protection.finalizer) || protection.isUsed(object, objectsOf)) return
    await stores.ofKind(kind)?.writer.modify(kind.namespaced ? object.namespace : undefined, object.name, {
      preconditions: { uid, resourceVersion },
      // The queue retries after checking again for users.
      retry: false,
      next: (current) => {
        const copy = current.copy()
        const rest = finalizers.filter((finalizer) => finalizer !== protection.finalizer)
        copy.metadata.finalizers = rest.length === 0 ? undefined : rest
        return copy
      },
    })
  }
}

interface PodVolumes {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly nodeName?: string
    readonly volumes?: readonly {
      readonly name: string
      readonly persistentVolumeClaim?: { readonly claimName: string }
      readonly ephemeral?: object
    }[]
  }
}

function isUsedByPods({ name, namespace }: CachedObject, objectsOf: ObjectsOf): boolean {
  const mention = Buffer.from(`"claimName":${JSON.stringify(name)}`)
  // Few pods of a namespace can use the claim; only those are parsed.
  return objectsOf(PODS, namespace).some(
    (pod) => (pod.json.includes(mention) || name.startsWith(`${pod.name}-`)) && claimsOf(pod).includes(name),
  )
}

/**
 * The claims that a pod uses. An unscheduled pod uses none: it cannot be scheduled while its claim is being
 * deleted.
 */
function claimsOf(pod: CachedObject): readonly string[] {
  const { metadata, spec } = JSON.parse(pod.json.toString()) as PodVolumes
  if (!spec.nodeName) return []
  return (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (ephemeral !== undefined) return [`${metadata.name}-${name}`]
    return persistentVolumeClaim === undefined ? [] : [persistentVolumeClaim.claimName]
  })
}

function isBound({ json }: CachedObject): boolean {
  const { status } = JSON.parse(json.toString()) as { readonly status?: { readonly phase?: string } }
  return status?.phase === 'Bound'
}

interface NamesClass {
  readonly spec: { readonly volumeAttributesClassName?: string }
  readonly status?: {
    readonly currentVolumeAttributesClassName?: string
    readonly modifyVolumeStatus?: { readonly targetVolumeAttributesClassName?: string }
  }
}

function isNamedByStorage({ name }: CachedObject, objectsOf: ObjectsOf): boolean {
  const mention = Buffer.from(`ttributesClassName":${JSON.stringify(name)}`)
  return [...objectsOf(CLAIMS.prefix), ...objectsOf(VOLUMES)].some(({ json }) => {
    if (!json.includes(mention)) return false
    const { spec, status } = JSON.parse(json.toString()) as NamesClass
    return [
      spec.volumeAttributesClassName,
      status?.currentVolumeAttributesClassName,
      status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
    ].includes(name)
  })
}
