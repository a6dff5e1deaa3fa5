import type { CachedObject } from '#cache/cached-object.js'
import { pod as podKind } from '#kinds/core/pod/index.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { type PodReference, podReferences } from '#kinds/shared/pod/pod-references.js'
import type { ChangeFeed } from '#registry/change-feed.js'

/** What the authorizer reads of a pod. */
export interface PodOnNode {
  readonly namespace: string
  readonly name: string
  /** Empty for a pod that its node made: nobody else has seen it. */
  readonly references: readonly PodReference[]
  readonly claims: ReadonlySet<string>
}

const MIRROR = 'kubernetes.io/config.mirror'
const NOTHING: ReadonlySet<string> = new Set()

/**
 * The pods of each node, and what they refer to. The index follows all changes; references are read from the cached pod
 * when a node asks.
 */
export class PodsOfNodes {
  readonly #feed: ChangeFeed
  readonly #nodeOf = new Map<string, string>()
  readonly #keys = new Map<string, Set<string>>()
  readonly #read = new WeakMap<CachedObject, PodOnNode>()
  readonly #unfollow: () => void

  constructor(feed: ChangeFeed) {
    this.#feed = feed
    for (const object of feed.objectsOf(podKind)) this.#put(object)
    this.#unfollow = feed.follow(
      ({ before, after }) => {
        if (after !== undefined) this.#put(after)
        else if (before !== undefined) this.#remove(before.key)
      },
      (kind) => kind === podKind,
    )
  }

  close(): void {
    this.#unfollow()
  }

  has(node: string, key: string): boolean {
    return this.#nodeOf.get(key) === node
  }

  *of(node: string): Generator<PodOnNode> {
    for (const key of this.#keys.get(node) ?? NOTHING) {
      const object = this.#feed.find(key)
      if (object !== undefined) yield this.#podOf(object)
    }
  }

  #put(object: CachedObject): void {
    const { spec } = parse(object)
    // A change after a gap may be another pod of the same name, on another node.
    if (spec.nodeName === this.#nodeOf.get(object.key)) return
    this.#remove(object.key)
    if (!spec.nodeName) return
    this.#nodeOf.set(object.key, spec.nodeName)
    const keys = this.#keys.get(spec.nodeName)
    if (keys === undefined) this.#keys.set(spec.nodeName, new Set([object.key]))
    else keys.add(object.key)
  }

  #remove(key: string): void {
    const node = this.#nodeOf.get(key)
    if (node === undefined) return
    this.#nodeOf.delete(key)
    const keys = this.#keys.get(node)
    keys?.delete(key)
    if (keys?.size === 0) this.#keys.delete(node)
  }

  #podOf(object: CachedObject): PodOnNode {
    let found = this.#read.get(object)
    if (found === undefined) {
      found = readPod(object)
      this.#read.set(object, found)
    }
    return found
  }
}

function readPod(object: CachedObject): PodOnNode {
  const { namespace, name } = object
  const { metadata, spec } = parse(object)
  if (metadata.annotations?.[MIRROR] !== undefined)
    return { namespace, name, references: [], claims: NOTHING }
  const references = podReferences(spec)
  const claims = new Set(
    references.filter(({ kind }) => kind === 'PersistentVolumeClaim').map((claim) => claim.name),
  )
  for (const volume of spec.volumes ?? []) if (volume.ephemeral) claims.add(`${name}-${volume.name}`)
  return { namespace, name, references, claims }
}

const parse = (object: CachedObject) => JSON.parse(object.json.toString()) as Pod
