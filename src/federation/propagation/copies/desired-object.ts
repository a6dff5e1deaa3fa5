import { hash } from 'node:crypto'
import type { CachedObject } from '#cache/cached-object.js'
import { APPLIED, MANAGED, OVERRIDES, OWNED_BY } from '#federation/annotations.js'
import type { ServedResource } from '#federation/members/member-discovery.js'
import { Overrides } from '#federation/overrides/overrides.js'
import type { CopyRefusal, FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { ApiObject } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ResourceStores } from '#registry/stores.js'
import { setOwn } from '#schema/json-object.js'
import { stringifyJson } from '#util/text/json-integers.js'
import { copiedAnnotations, type PreparedCopy, withoutNulls } from './prepare-copy.js'

/** The object cannot be copied to any member. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused'
  readonly reason: string

  constructor({ reason, message }: CopyRefusal) {
    super(message)
    this.reason = reason
  }
}

/** A copy as a member should have it, except for numbers that are divided among clusters. */
export interface DesiredObject {
  readonly object: PreparedCopy
  /** Equal for equal objects. The copy carries it. */
  readonly digest: string
  /** Length as JSON. */
  readonly length: number
}

/** The cluster fields that overrides depend on. */
export interface TargetCluster {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
}

/** A stored object, and a string that changes with any copied field. */
export interface DesiredSource {
  readonly kind: FederatedKind
  readonly stored: CachedObject
  readonly source: string
}

/** Maximum characters in the cache: an object goes to many clusters at about the same time. */
const MAX_KEPT = 2 * 1024 * 1024

/** Builds copies from stored objects. */
export class DesiredObjects {
  readonly #stores: ResourceStores
  /** Recent copies without overrides, oldest first. */
  readonly #kept = new Map<string, DesiredObject>()
  #keptLength = 0

  constructor(stores: ResourceStores) {
    this.#stores = stores
  }

  /** Throws `OverridesError`, `CopyRefused` or `ConversionNeeded`. Do not change the result. */
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
    const refusal = kind.refusal?.(object)
    if (refusal !== undefined) throw new CopyRefused(refusal)
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

/** The copy of an object for all clusters, before overrides. */
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
  for (const [name, value] of contentOf(object, kind.copiedFields)) {
    if (value === undefined || value === null) continue
    // In custom resources a null may differ from a missing field.
    setOwn(copy, name, kind.definition === undefined ? withoutNulls(value) : value)
  }
  kind.prepare?.(copy)
  return copy
}

/** Fields that are not content. */
const COMMON: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status'])

/** The copied fields of an object and their values, always in the same order. */
export function contentOf(
  object: Readonly<ApiObject>,
  copiedFields: FederatedKind['copiedFields'],
): readonly (readonly [name: string, value: unknown])[] {
  if (copiedFields === 'content') return Object.entries(object).filter(([name]) => !COMMON.has(name))
  const fields = object as unknown as Readonly<Record<string, unknown>>
  return copiedFields.map((name) => [name, fields[name]])
}

/** Adds the labels and annotations of a copy. Numbers that differ by cluster are not part of the digest. */
function marked({ dividedFields = [] }: FederatedKind, copy: PreparedCopy, uid: string): DesiredObject {
  for (const field of dividedFields) delete copy.spec[field]
  const text = stringifyJson(copy)
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

/** Copies the string, so that it does not keep a longer one in memory. */
export const digestOf = (text: string) =>
  hash('sha256', text, 'buffer').toString('base64url', 0, DIGEST_BYTES)

/** 96 bits: collisions are practically impossible. */
const DIGEST_BYTES = 12
