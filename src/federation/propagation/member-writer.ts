import { LAST_APPLIED, MANAGED, OWNED_BY } from '../annotations.js'
import type { MemberAnswer, MemberClient } from '../members/member-client.js'
import { pathOf, type ServedResource } from '../members/member-discovery.js'
import type { MemberObject } from '../members/member-feed.js'
import type { PreparedCopy } from './copied-parts.js'
import { isUnclaimed } from './observed-copy.js'
import { threeWayMerge } from './three-way-merge.js'

/** A member has not done what it was asked to. */
export class WriteRejected extends Error {
  override readonly name = 'WriteRejected'
  readonly reason: string
  /** Whether trying again is likely to help soon. */
  readonly isPassing: boolean
  /** Whether it is certain that nothing was written. */
  readonly isCertain: boolean

  constructor(reason: string, message: string, isPassing: boolean, isCertain = true) {
    super(message)
    this.reason = reason
    this.isPassing = isPassing
    this.isCertain = isCertain
  }
}

/** Where a copy is, or is to be. */
export interface CopyPlace {
  readonly served: ServedResource
  /** Empty for a kind without namespaces. */
  readonly namespace: string
  readonly name: string
}

/** A copy that is to be written. */
export interface CopyWrite extends CopyPlace {
  /** The uid of the federated object. */
  readonly owner: string
  /** Whether an object that was made by others may be taken over. */
  readonly adopts: boolean
  readonly object: PreparedCopy
}

export interface WrittenCopy {
  readonly object: MemberObject
  readonly isNew: boolean
}

const APPLY = 'application/apply-patch+yaml'
const MERGE = 'application/merge-patch+json'
const MANAGER = 'fieldManager=binnacle-federation'
const NAMESPACE_KIND = { kind: 'Namespace', apiVersion: 'v1' } as const

interface Status {
  readonly message?: string
  readonly reason?: string
  readonly details?: {
    readonly kind?: string
    readonly name?: string
    readonly causes?: readonly { readonly field?: string }[]
  }
}

/**
 * Writes copies to one member, and takes nothing away from others: an object that was made by others is not touched unless the
 * federated object adopts it, fields that others have set stay, and what is deleted is the very object that was looked at.
 */
export class MemberWriter {
  readonly #client: MemberClient
  /** Whether the member has server-side apply; assumed until the member says otherwise. */
  #applies = true

  constructor(client: MemberClient) {
    this.#client = client
  }

  /** `known` is the copy that is there as far as is known. Rejects with `WriteRejected` or `MemberUnreachable`. */
  async write(write: CopyWrite, known: { readonly uid: string } | undefined): Promise<WrittenCopy> {
    if (known !== undefined && this.#applies) {
      const written = await this.#apply(write, known.uid).catch(unlessOther)
      if (written !== undefined) return written
    }
    const live = await this.find(write)
    if (live === undefined) return this.#create(write)
    expectOurs(write, live)
    const written = this.#applies ? await this.#apply(write, live.metadata.uid) : undefined
    return written ?? this.#merge(write, live)
  }

  /** The object of that name, whoever has made it. */
  async find(place: CopyPlace): Promise<MemberObject | undefined> {
    const answer = await this.#client.send({ method: 'GET', path: pathTo(place) })
    if (answer.status === 404) {
      if (isPathMissing(answer)) throw rejected(answer)
      return undefined
    }
    if (answer.status !== 200) throw rejected(answer)
    return objectIn(answer)
  }

  /** Resolves when the member has taken note; the object may stay for a while. */
  async remove(place: CopyPlace, uid: string): Promise<'going' | 'gone' | 'other'> {
    const answer = await this.#client.send({
      method: 'DELETE',
      path: pathTo(place),
      body: {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        propagationPolicy: 'Background',
        preconditions: { uid },
      },
    })
    if (answer.status === 404) return 'gone'
    if (answer.status === 409) return 'other'
    if (answer.status >= 300) throw rejected(answer)
    return 'going'
  }

  async #create(write: CopyWrite): Promise<WrittenCopy> {
    if (!this.#applies) return this.#post(write)
    const written = await this.#apply(write, undefined)
    if (written === undefined) return this.#post(write)
    if (written.isNew) return written
    // Another client has made an object of that name since there was none. What was put into it is taken out again.
    const { apiVersion, kind } = write.object
    const empty = { apiVersion, kind, metadata: { name: write.name, uid: written.object.metadata.uid } }
    await this.#client.send({
      method: 'PATCH',
      path: `${pathTo(write)}?${MANAGER}`,
      contentType: APPLY,
      body: empty,
    })
    throw new WriteRejected('Conflict', 'another client has created the object at the same time', true)
  }

  /**
   * Applies what is wanted. With the uid of an object the fields of that object are taken, and no other object is touched; without
   * one, nothing is taken. Undefined where the member has no server-side apply.
   */
  async #apply(write: CopyWrite, uid: string | undefined): Promise<WrittenCopy | undefined> {
    const { object } = write
    const body = uid === undefined ? object : { ...object, metadata: { ...object.metadata, uid } }
    const force = uid === undefined ? '' : '&force=true'
    const answer = await this.#withNamespace(write, () =>
      this.#client.send({
        method: 'PATCH',
        path: `${pathTo(write)}?${MANAGER}${force}`,
        contentType: APPLY,
        body,
      }),
    )
    if (answer.status === 415) {
      this.#applies = false
      return undefined
    }
    return written(answer)
  }

  async #post(write: CopyWrite): Promise<WrittenCopy> {
    const path = pathOf(write.served, write.namespace)
    const body = withLastApplied(write.object)
    return written(
      await this.#withNamespace(write, () =>
        this.#client.send({ method: 'POST', path: `${path}?${MANAGER}`, body }),
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
      await this.#client.send({
        method: 'PATCH',
        path: `${pathTo(write)}?${MANAGER}`,
        contentType: MERGE,
        body: { ...patch, metadata },
      }),
    )
  }

  /** A namespace that is missing is made, and the request is sent again. */
  async #withNamespace({ namespace }: CopyWrite, send: () => Promise<MemberAnswer>): Promise<MemberAnswer> {
    const answer = await send()
    if (namespace === '' || answer.status !== 404 || statusOf(answer).details?.kind !== 'namespaces')
      return answer
    const body = { ...NAMESPACE_KIND, metadata: { name: namespace, labels: { [MANAGED]: 'true' } } }
    const made = await this.#client.send({ method: 'POST', path: `/api/v1/namespaces?${MANAGER}`, body })
    // Another write may have made it.
    if (made.status !== 201 && made.status !== 409) throw rejected(made)
    return send()
  }
}

const pathTo = ({ served, namespace, name }: CopyPlace) => pathOf(served, namespace, name)

function expectOurs({ owner, adopts }: CopyWrite, live: MemberObject): void {
  const { annotations } = live.metadata
  const isOurs = annotations?.[OWNED_BY] === owner || (live.kind === 'Namespace' && isUnclaimed(live))
  if (isOurs || adopts) return
  throw new WriteRejected('NotOurs', 'an object of that name is there which is not ours', false)
}

/** The object that was known is gone, and perhaps there is another one in its place. */
function unlessOther(error: unknown): undefined {
  if (error instanceof WriteRejected && error.reason === 'Conflict') return undefined
  throw error
}

function written(answer: MemberAnswer): WrittenCopy {
  if (answer.status !== 200 && answer.status !== 201) throw rejected(answer)
  return { object: objectIn(answer), isNew: answer.status === 201 }
}

/** Whatever a member answers, what is looked at further is an object. */
function objectIn({ body }: MemberAnswer): MemberObject {
  const { metadata } = (typeof body === 'object' && body !== null ? body : {}) as Partial<MemberObject>
  if (typeof metadata?.uid === 'string' && typeof metadata.resourceVersion === 'string')
    return body as MemberObject
  throw new WriteRejected('Unreadable', 'the member answers with something else than an object', false, false)
}

const PASSING: ReadonlySet<number> = new Set([409, 429])

function rejected(answer: MemberAnswer): WriteRejected {
  const { status } = answer
  const { message, reason, details } = statusOf(answer)
  const isPassing = status >= 500 || PASSING.has(status)
  if (isPathMissing(answer))
    return new WriteRejected('NotServed', 'the member does not serve the kind', false)
  // An object that is applied with the uid of another one.
  if (details?.causes?.some(({ field }) => field === 'metadata.uid'))
    return new WriteRejected('Conflict', message ?? '', true)
  return new WriteRejected(
    reason || `Status${status}`,
    message || `the member answers with ${status}`,
    isPassing,
    status < 500,
  )
}

/** Whether the path leads nowhere, and not only to no object. */
export const isPathMissing = (answer: MemberAnswer) =>
  answer.status === 404 && !statusOf(answer).details?.name

function statusOf({ body }: MemberAnswer): Status {
  return typeof body === 'object' && body !== null ? (body as Status) : {}
}

function withLastApplied(object: PreparedCopy): PreparedCopy {
  const annotations = { ...object.metadata.annotations, [LAST_APPLIED]: JSON.stringify(object) }
  return { ...object, metadata: { ...object.metadata, annotations } }
}

function lastAppliedIn({ metadata }: MemberObject): Readonly<Record<string, unknown>> {
  try {
    const last: unknown = JSON.parse(metadata.annotations?.[LAST_APPLIED] ?? '{}')
    return typeof last === 'object' && last !== null ? (last as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}
