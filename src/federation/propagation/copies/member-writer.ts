import { APPLIED, LAST_APPLIED, MANAGED, OWNED_BY } from '#federation/annotations.js'
import type { MemberObject } from '#federation/members/lazy-object.js'
import type { MemberClient, MemberRequest, MemberResponse } from '#federation/members/member-client.js'
import { pathOf, type ServedResource } from '#federation/members/member-discovery.js'
import { parseReceived } from '#federation/members/received-json.js'
import { stringifyJson } from '#util/text/json-integers.js'
import { isUnclaimed } from './observed-copy.js'
import type { PreparedCopy } from './prepare-copy.js'
import { threeWayMerge } from './three-way-merge.js'
import {
  hasDuplicateKeys,
  isPathMissing,
  NAMESPACE_TERMINATING,
  NOT_OURS,
  rejected,
  statusOf,
  VERSION_REFUSED,
  WriteRejected,
} from './write-rejected.js'

/** The location of a copy. */
export interface CopyLocation {
  readonly served: ServedResource
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  readonly name: string
  /** Headers that continue a trace in the member; undefined without one. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface CopyWrite extends CopyLocation {
  /** The uid of the federated object. */
  readonly owner: string
  /** Whether an object of another origin may be adopted. */
  readonly adopts: boolean
  readonly object: PreparedCopy
  /** Whether a missing object is not created. */
  readonly isOnlyUpdated?: boolean
  /**
   * Whether the namespace is being deleted on the host. Then nothing is created in it: that would recreate the
   * namespace in members that already removed it.
   */
  isNamespaceTerminating(): boolean
}

/** The precondition of an apply: the uid of the object, or that there is none. */
interface ApplyCondition {
  readonly uid?: string
  readonly resourceVersion?: string
}

export interface WrittenCopy {
  readonly object: MemberObject
  readonly isNew: boolean
}

const APPLY = 'application/apply-patch+yaml'
const MERGE = 'application/merge-patch+json'
const MANAGER = 'fieldManager=binnacle-federation'
/**
 * A resource version that no object has and every server can parse. An apply with it conflicts with an existing
 * object, and creates a missing one.
 */
const NO_VERSION = String(Number.MAX_SAFE_INTEGER)
const MAX_ID_LENGTH = 256
const NAMESPACE_KIND = { kind: 'Namespace', apiVersion: 'v1' } as const

/**
 * Writes copies to one member without harming others: it changes no object of another origin unless the
 * federated object adopts it, keeps fields of other managers, and deletes only the observed object.
 */
export class MemberWriter {
  readonly #client: MemberClient
  /** Whether the member supports server-side apply; true until it responds otherwise. */
  #applies = true
  /** Paths of kinds that cannot be created with this precondition. */
  readonly #readFirst = new Set<string>()

  constructor(client: MemberClient) {
    this.#client = client
  }

  /** `known` is the last observed copy. Rejects with `WriteRejected` or `MemberUnreachable`. */
  async write(write: CopyWrite, known: { readonly uid: string } | undefined): Promise<WrittenCopy> {
    const written = known === undefined ? await this.#createFirst(write) : await this.#update(write, known)
    if (written !== undefined) return written
    const live = await this.find(write)
    if (live === undefined) {
      if (write.isOnlyUpdated) throw new WriteRejected('NotFound', 'the object was deleted', true)
      if (known === undefined) this.#readFirst.add(pathOf(write.served))
      return this.#create(write, undefined)
    }
    expectOurs(write, live)
    const applied = this.#applies ? await this.#apply(write, { uid: live.metadata.uid }) : undefined
    return applied ?? this.#merge(write, live)
  }

  /** The object of that name, whether ours or not. */
  async find(place: CopyLocation): Promise<MemberObject | undefined> {
    const response = await this.#send(place, { method: 'GET', path: pathTo(place) })
    if (response.status === 404) {
      if (isPathMissing(response)) throw rejected(response)
      return undefined
    }
    if (response.status !== 200) throw rejected(response)
    return objectIn(response)
  }

  /** Resolves when the member accepted the deletion; the object may still exist. */
  async remove(place: CopyLocation, uid: string): Promise<'terminating' | 'gone' | 'other'> {
    const response = await this.#send(place, {
      method: 'DELETE',
      path: pathTo(place),
      body: {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        propagationPolicy: 'Background',
        preconditions: { uid },
      },
    })
    if (response.status === 404 && !isPathMissing(response)) return 'gone'
    // The precondition failed, unless there is another reason for the conflict.
    if (response.status === 409 && (await this.find(place))?.metadata.uid !== uid) return 'other'
    if (response.status >= 300) throw rejected(response)
    return 'terminating'
  }

  /** Removes the labels and annotations of a copy. The object then belongs to its cluster. */
  async release(place: CopyLocation, uid: string): Promise<void> {
    const labels = { [MANAGED]: null }
    const annotations = { [OWNED_BY]: null, [APPLIED]: null, [LAST_APPLIED]: null }
    const response = await this.#send(place, {
      method: 'PATCH',
      path: `${pathTo(place)}?${MANAGER}`,
      contentType: MERGE,
      body: { metadata: { uid, labels, annotations } },
    })
    if (response.status === 404 && !isPathMissing(response)) return
    if (response.status === 200) return
    const error = rejected(response)
    // Another object has the name now.
    if (error.reason === 'Conflict' && (await this.find(place))?.metadata.uid !== uid) return
    throw error
  }

  /** Undefined if the current object must be read first. */
  async #update(write: CopyWrite, { uid }: { readonly uid: string }): Promise<WrittenCopy | undefined> {
    return this.#applies ? this.#apply(write, { uid }).catch(unless('Conflict')) : undefined
  }

  /**
   * Creates the copy without reading, provided that the name is free. Undefined if it may be taken, or the
   * member cannot check that.
   */
  async #createFirst(write: CopyWrite): Promise<WrittenCopy | undefined> {
    if (!this.#applies) return this.#post(write).catch(unless('AlreadyExists'))
    if (this.#readFirst.has(pathOf(write.served))) return undefined
    const condition = { resourceVersion: NO_VERSION }
    return this.#create(write, condition).catch(unless('Conflict', 'AlreadyExists', VERSION_REFUSED))
  }

  async #create(
    write: CopyWrite,
    condition: { readonly resourceVersion: string } | undefined,
  ): Promise<WrittenCopy> {
    expectNamespaceStays(write)
    const written = this.#applies ? await this.#apply(write, condition) : undefined
    if (written === undefined) return this.#post(write)
    if (written.isNew) return written
    if (condition !== undefined) this.#readFirst.add(pathOf(write.served))
    // Another client created an object of that name meanwhile. Our fields are removed from it.
    const { apiVersion, kind } = write.object
    const empty = { apiVersion, kind, metadata: { name: write.name, uid: written.object.metadata.uid } }
    await this.#send(write, {
      method: 'PATCH',
      path: `${pathTo(write)}?${MANAGER}`,
      contentType: APPLY,
      body: empty,
    })
    throw new WriteRejected('Conflict', 'another client created the object at the same time', true)
  }

  /**
   * Applies the copy. With a uid, it takes over fields of that object only; without one, it forces nothing.
   * Undefined if the member has no server-side apply, or cannot apply this object.
   */
  async #apply(write: CopyWrite, condition: ApplyCondition | undefined): Promise<WrittenCopy | undefined> {
    const { object } = write
    const body = condition && { ...object, metadata: { ...object.metadata, ...condition } }
    const force = condition?.uid === undefined ? '' : '&force=true'
    const response = await this.#withNamespace(write, () =>
      this.#send(write, {
        method: 'PATCH',
        path: `${pathTo(write)}?${MANAGER}${force}`,
        contentType: APPLY,
        body: body ?? object,
      }),
    )
    if (response.status === 415) {
      this.#applies = false
      return undefined
    }
    return hasDuplicateKeys(response) ? undefined : written(response)
  }

  async #post(write: CopyWrite): Promise<WrittenCopy> {
    expectNamespaceStays(write)
    const path = pathOf(write.served, write.namespace)
    const body = withLastApplied(write.object)
    return written(
      await this.#withNamespace(write, () =>
        this.#send(write, { method: 'POST', path: `${path}?${MANAGER}`, body }),
      ),
    )
  }

  async #merge(write: CopyWrite, live: MemberObject): Promise<WrittenCopy> {
    const wanted = withLastApplied(write.object)
    const patch = threeWayMerge(lastAppliedIn(live), wanted, live)
    if (patch === undefined) return { object: live, isNew: false }
    const { uid, resourceVersion } = live.metadata
    const metadata = { ...(patch.metadata as object | undefined), uid, resourceVersion }
    return written(
      await this.#send(write, {
        method: 'PATCH',
        path: `${pathTo(write)}?${MANAGER}`,
        contentType: MERGE,
        body: { ...patch, metadata },
      }),
    )
  }

  #send({ headers }: CopyLocation, request: MemberRequest): Promise<MemberResponse> {
    return this.#client.send(headers === undefined ? request : { ...request, headers })
  }

  /** Creates a missing namespace and sends the request again. */
  async #withNamespace(write: CopyWrite, send: () => Promise<MemberResponse>): Promise<MemberResponse> {
    const { namespace } = write
    const response = await send()
    if (namespace === '' || response.status !== 404 || statusOf(response).details.kind !== 'namespaces')
      return response
    expectNamespaceStays(write)
    const body = { ...NAMESPACE_KIND, metadata: { name: namespace, labels: { [MANAGED]: 'true' } } }
    const made = await this.#send(write, { method: 'POST', path: `/api/v1/namespaces?${MANAGER}`, body })
    // Another write may have created it.
    if (made.status !== 201 && made.status !== 409) throw rejected(made)
    return send()
  }
}

const pathTo = ({ served, namespace, name }: CopyLocation) => pathOf(served, namespace, name)

function expectOurs({ owner, adopts }: CopyWrite, live: MemberObject): void {
  const { annotations } = live.metadata
  const isOurs = annotations?.[OWNED_BY] === owner || (live.kind === 'Namespace' && isUnclaimed(live))
  if (isOurs || adopts) return
  throw new WriteRejected(
    NOT_OURS,
    'an object of that name exists and is not managed by this federation',
    false,
  )
}

function expectNamespaceStays({ namespace, isNamespaceTerminating }: CopyWrite): void {
  if (!isNamespaceTerminating()) return
  throw new WriteRejected(NAMESPACE_TERMINATING, `the namespace ${namespace} is being deleted`, true)
}

/** Turns rejections with these reasons into undefined: the object is not the expected one. */
function unless(...reasons: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof WriteRejected && reasons.includes(error.reason)) return undefined
    throw error
  }
}

function written(response: MemberResponse): WrittenCopy {
  if (response.status !== 200 && response.status !== 201) throw rejected(response)
  return { object: objectIn(response), isNew: response.status === 201 }
}

/** Rejects responses that are not objects. */
function objectIn({ body }: MemberResponse): MemberObject {
  const { metadata } = (typeof body === 'object' && body !== null ? body : {}) as Partial<MemberObject>
  if (isShortString(metadata?.uid) && isShortString(metadata.resourceVersion)) return body as MemberObject
  throw new WriteRejected('Unreadable', 'the member did not respond with an object', false, false)
}

/** Both are kept in memory for each copy. */
const isShortString = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_ID_LENGTH

function withLastApplied(object: PreparedCopy): PreparedCopy {
  const annotations = { ...object.metadata.annotations, [LAST_APPLIED]: stringifyJson(object) }
  return { ...object, metadata: { ...object.metadata, annotations } }
}

function lastAppliedIn({ metadata }: MemberObject): Readonly<Record<string, unknown>> {
  try {
    const last: unknown = parseReceived(metadata.annotations?.[LAST_APPLIED] ?? '{}')
    return typeof last === 'object' && last !== null ? (last as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}
