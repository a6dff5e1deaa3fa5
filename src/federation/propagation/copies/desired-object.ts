import { hash } from 'node:crypto'
import type { CachedObject } from '#cache/cached-object.js'
import { APPLIED, MANAGED, OVERRIDES, OWNED_BY } from '#federation/annotations.js'
import type { ServedResource } from '#federation/members/member-discovery.js'
import { Overrides } from '#federation/overrides/overrides.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { ApiObject } from '#meta/api-object.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ResourceStores } from '#registry/stores.js'
import { copiedAnnotations, type PreparedCopy, withoutNulls } from './prepare-copy.js'

/** An object as a member is to have it, but for the number of replicas. */
export interface DesiredObject {
  readonly object: PreparedCopy
  /** Is the same for what is the same. The copy in the member carries it. */
  readonly digest: string
  /** How long it is as a text. */
  readonly length: number
}

/** A cluster as an object may differ for it. */
export interface TargetCluster {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
}

/** An object in the store, with a text that is the same as long as nothing of it changes that is copied. */
export interface DesiredSource {
  readonly kind: FederatedKind
  readonly stored: CachedObject
  readonly source: string
}

/** How much text is kept of objects that were made: an object goes to many clusters at about the same time. */
const MAX_KEPT = 2 * 1024 * 1024

/** Makes what members are to have of what is in the store. */
export class DesiredObjects {
  readonly #stores: ResourceStores
  /** The latest that were made for clusters for which nothing differs, the oldest first. */
  readonly #kept = new Map<string, DesiredObject>()
  #keptLength = 0

  constructor(stores: ResourceStores) {
    this.#stores = stores
  }

  /** Throws `OverridesError`. What this returns must not be changed. */
  make(
    { kind, stored, source }: DesiredSource,
    served: ServedResource,
    cluster: TargetCluster,
  ): DesiredObject {
    const version = apiVersionOf(served)
    const key = `${stored.key} ${source} ${version}`
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const store = this.#stores.resources(version)?.get(kind.plural)
    if (store === undefined) throw new Error(`${kind.plural} of ${version} are not served here`)
    const object = store.writer.parse(stored)
    const base = copyOf(kind, object)
    const overrides = object.metadata.annotations?.[OVERRIDES]
    const copy = overrides === undefined ? base : Overrides.parse(overrides).apply(base, cluster)
    const made = marked(kind, copy, object.metadata.uid ?? '')
    if (overrides === undefined) this.#keep(key, made)
    return made
  }

  #keep(key: string, made: DesiredObject): void {
    this.#kept.set(key, made)
    this.#keptLength += made.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptLength <= MAX_KEPT) return
      this.#kept.delete(oldest)
      this.#keptLength -= length
    }
  }
}

/** What all clusters are to have of an object, in its version, before anything differs for one of them. */
export function copyOf(kind: FederatedKind, object: Readonly<ApiObject>): PreparedCopy {
  const { apiVersion, kind: name, metadata } = object
  const copy: Record<string, unknown> & PreparedCopy = {
    apiVersion,
    kind: name,
    metadata: {
      name: metadata.name,
      ...(kind.isNamespaced && { namespace: metadata.namespace }),
      labels: { ...metadata.labels },
      annotations: copiedAnnotations(metadata.annotations),
    },
  }
  for (const part of kind.copiedFields) {
    const value = (object as unknown as Record<string, unknown>)[part]
    if (value !== undefined && value !== null) copy[part] = withoutNulls(value)
  }
  kind.prepare?.(copy)
  return copy
}

/** With the marks by which the copy is found again. How many replicas a cluster has is not part of the digest. */
function marked({ preferences }: FederatedKind, copy: PreparedCopy, uid: string): DesiredObject {
  if (preferences !== undefined) delete copy.spec.replicas
  const text = JSON.stringify(copy)
  const digest = digestOf(text)
  const { labels, annotations } = copy.metadata
  const object = {
    ...copy,
    metadata: {
      ...copy.metadata,
      labels: { ...labels, [MANAGED]: 'true' },
      annotations: { ...annotations, [OWNED_BY]: uid, [APPLIED]: digest },
    },
  }
  return { object, digest, length: text.length }
}

/** The text is one of its own, and not a part of a longer one that would be kept with it. */
export const digestOf = (text: string) =>
  hash('sha256', text, 'buffer').toString('base64url', 0, DIGEST_BYTES)

/** 96 bits: enough for no two texts that ever meet. */
const DIGEST_BYTES = 12
