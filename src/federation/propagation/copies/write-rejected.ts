import type { MemberResponse } from '#federation/members/member-client.js'
import { excerpt } from '#util/excerpt.js'

/** A member has not done what it was asked to. */
export class WriteRejected extends Error {
  override readonly name = 'WriteRejected'
  readonly reason: string
  /** Whether trying again is likely to help soon. */
  readonly isPassing: boolean
  /** Whether it is certain that nothing was written. */
  readonly isCertain: boolean
  /** How long the member wants to be left alone. */
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

/** The reason of a member that creates no object of a kind that is applied with a version, as older servers do with services. */
export const VERSION_REFUSED = 'VersionRefused'
const REFUSED_VERSION = 'resourceVersion should not be set'
/** The reason where an object of that name was made by others. */
export const NOT_OURS = 'NotOurs'
const PASSING: ReadonlySet<number> = new Set([409, 429])
/** The cause of a rejection in a namespace that is on its way out, and may be made again after that. */
export const NAMESPACE_TERMINATING = 'NamespaceTerminating'
/** An object with a list that has two elements of one name can be created, but not applied. */
const NAMED_TWICE = 'duplicate entries for key'

/** What an answer says that is no success. */
export function rejected(response: MemberResponse): WriteRejected {
  const { status } = response
  const { message, reason, details } = statusOf(response)
  const { causes } = details
  const isPassing =
    status >= 500 || PASSING.has(status) || causes.some(({ reason }) => reason === NAMESPACE_TERMINATING)
  if (isPathMissing(response))
    return new WriteRejected('NotServed', 'the member does not serve the kind', false)
  // An object that is applied with the uid of another one.
  if (causes.some(({ field }) => field === 'metadata.uid'))
    return new WriteRejected('Conflict', message ?? '', true)
  if (message?.includes(REFUSED_VERSION)) return new WriteRejected(VERSION_REFUSED, message, false)
  return new WriteRejected(
    reason || `Status${status}`,
    message || `the member answers with ${status}`,
    isPassing,
    status < 500,
    response.retryAfterMs,
  )
}

export const hasDuplicateKeys = (response: MemberResponse) =>
  response.status >= 400 && (statusOf(response).message?.includes(NAMED_TWICE) ?? false)

/** Whether the path leads nowhere, and not only to no object. */
export const isPathMissing = (response: MemberResponse) =>
  response.status === 404 && !statusOf(response).details.name

/** What a member says of a failure, as far as it has the types that it should have. */
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
