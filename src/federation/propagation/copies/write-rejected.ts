import type { MemberResponse } from '#federation/members/member-client.js'
import { excerpt } from '#util/excerpt.js'

/** A member rejected a request. */
export class WriteRejected extends Error {
  override readonly name = 'WriteRejected'
  readonly reason: string
  /** Whether a retry soon is likely to succeed. */
  readonly isPassing: boolean
  /** Whether nothing was written for sure. */
  readonly isCertain: boolean
  /** From `Retry-After`. */
  readonly retryAfterMs: number

  constructor(reason: string, message: string, isPassing: boolean, isCertain = true, retryAfterMs = 0) {
    super(message)
    this.reason = reason
    this.isPassing = isPassing
    this.isCertain = isCertain
    this.retryAfterMs = retryAfterMs
  }
}

interface Status {
  readonly message: string | undefined
  readonly reason: string | undefined
  readonly details: {
    readonly kind: string | undefined
    readonly name: string | undefined
    readonly causes: readonly { readonly reason: string | undefined; readonly field: string | undefined }[]
  }
}

const MAX_MESSAGE_LENGTH = 2048
const MAX_CAUSES = 100

/** The member cannot create objects of this kind with a resource version, as older servers for services. */
export const VERSION_REFUSED = 'VersionRefused'
const REFUSED_VERSION = 'resourceVersion should not be set'
/** The member has no such resource. */
export const NOT_SERVED = 'NotServed'
/** An object of that name has another origin. */
export const NOT_OURS = 'NotOurs'
const PASSING: ReadonlySet<number> = new Set([409, 429])
/** The cause of a rejection in a terminating namespace, which may be recreated later. */
export const NAMESPACE_TERMINATING = 'NamespaceTerminating'
/** An object whose list has duplicate keys can be created, but not applied. */
const NAMED_TWICE = 'duplicate entries for key'

/** The error for an unsuccessful response. */
export function rejected(response: MemberResponse): WriteRejected {
  const { status } = response
  const { message, reason, details } = statusOf(response)
  const { causes } = details
  const isPassing =
    status >= 500 || PASSING.has(status) || causes.some(({ reason }) => reason === NAMESPACE_TERMINATING)
  if (isPathMissing(response))
    return new WriteRejected(NOT_SERVED, 'the member does not serve the kind', false)
  // An apply with the uid of another object.
  if (causes.some(({ field }) => field === 'metadata.uid'))
    return new WriteRejected('Conflict', message ?? '', true)
  if (message?.includes(REFUSED_VERSION)) return new WriteRejected(VERSION_REFUSED, message, false)
  return new WriteRejected(
    reason || `Status${status}`,
    message || `the member responded with ${status}`,
    isPassing,
    status < 500,
    response.retryAfterMs,
  )
}

export const hasDuplicateKeys = (response: MemberResponse) =>
  response.status >= 400 && (statusOf(response).message?.includes(NAMED_TWICE) ?? false)

/** Whether the resource does not exist, and not only the object. */
export const isPathMissing = (response: MemberResponse) =>
  response.status === 404 && !statusOf(response).details.name

/** The Status in a response, with fields of wrong types removed. */
export function statusOf({ body }: MemberResponse): Status {
  const { message, reason, details } = propertiesOf(body)
  const { kind, name, causes } = propertiesOf(details)
  const text = (value: unknown) =>
    typeof value === 'string' ? excerpt(value, MAX_MESSAGE_LENGTH) : undefined
  return {
    message: text(message),
    reason: text(reason),
    details: {
      kind: text(kind),
      name: text(name),
      causes: (Array.isArray(causes) ? causes.slice(0, MAX_CAUSES) : []).map((cause: unknown) => {
        const { reason, field } = propertiesOf(cause)
        return { reason: text(reason), field: text(field) }
      }),
    },
  }
}

const propertiesOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
