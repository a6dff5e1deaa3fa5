import { createHash } from 'node:crypto'
import type { CachedObject } from '../../cache/cached-object.js'
import type { ApiObject } from '../../meta/api-object.js'
import { apiVersionOf } from '../../meta/resource.js'
import type { ResourceStores } from '../../registry/stores.js'
import { APPLIED, MANAGED, OVERRIDES, OWNED_BY } from '../annotations.js'
import type { ServedResource } from '../members/member-discovery.js'
import { Overrides } from '../overrides/overrides.js'
import { copiedAnnotations, type PreparedCopy, withoutNulls } from './copied-parts.js'
import type { FederatedKind } from './federated-kinds.js'

/** An object as a member is to have it, but for the number of replicas. */
export interface DesiredObject {
  readonly object: PreparedCopy
  /** Is the same for what is the same. The copy in the member carries it. */
  readonly digest: string
}

/** A cluster as an object may differ for it. */
export interface DesiringCluster {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
}

/** Makes what members are to have of what is in the store. */
export class DesiredObjects {
  readonly #stores: ResourceStores
  /** What was made last, for clusters for which nothing differs: an object goes to many of them at about the same time. */
  #last: { readonly of: CachedObject; readonly version: string; readonly made: DesiredObject } | undefined

  constructor(stores: ResourceStores) {
    this.#stores = stores
  }

  /** Throws `OverridesError`. What this returns must not be changed. */
  make(
    kind: FederatedKind,
    stored: CachedObject,
    served: ServedResource,
    cluster: DesiringCluster,
  ): DesiredObject {
    const version = apiVersionOf(served)
    if (this.#last?.of === stored && this.#last.version === version) return this.#last.made
    const store = this.#stores.resources(version)?.get(kind.plural)
    if (store === undefined) throw new Error(`${kind.plural} of ${version} are not served here`)
    const object = store.writer.parse(stored)
    const base = copyOf(kind, object)
    const overrides = object.metadata.annotations?.[OVERRIDES]
    const copy = overrides === undefined ? base : Overrides.parse(overrides).apply(base, cluster)
    const made = marked(kind, copy, object.metadata.uid ?? '')
    if (overrides === undefined) this.#last = { of: stored, version, made }
    return made
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
  for (const part of kind.parts) {
    const value = (object as unknown as Record<string, unknown>)[part]
    if (value !== undefined && value !== null) copy[part] = withoutNulls(value)
  }
  kind.prepare?.(copy)
  return copy
}

/** With the marks by which the copy is found again. How many replicas a cluster has is not part of the digest. */
function marked({ preferences }: FederatedKind, copy: PreparedCopy, uid: string): DesiredObject {
  if (preferences !== undefined) delete copy.spec.replicas
  const digest = digestOf(JSON.stringify(copy))
  const { labels, annotations } = copy.metadata
  const object = {
    ...copy,
    metadata: {
      ...copy.metadata,
      labels: { ...labels, [MANAGED]: 'true' },
      annotations: { ...annotations, [OWNED_BY]: uid, [APPLIED]: digest },
    },
  }
  return { object, digest }
}

export const digestOf = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH)

/** 96 bits: enough for no two texts that ever meet. */
const DIGEST_LENGTH = 16
