import { excerpt } from '#util/excerpt.js'
import { FIELD_ERRORS, type FieldError, fieldErrorMessage } from './field-error.js'
import { groupInDetails, qualifiedKind, qualifiedResource, type ResourceName } from './resource.js'
import type { Status, StatusDetails } from './status.js'

/** Every error that the API responds with. `docs/reference/errors.md` is generated from it. */
export const ERRORS = {
  badRequest: { code: 400, reason: 'BadRequest' },
  unauthorized: { code: 401, reason: 'Unauthorized' },
  forbidden: { code: 403, reason: 'Forbidden' },
  notFound: { code: 404, reason: 'NotFound' },
  methodNotAllowed: { code: 405, reason: 'MethodNotAllowed' },
  notAcceptable: { code: 406, reason: 'NotAcceptable' },
  requestTimeout: { code: 408, reason: 'Timeout' },
  alreadyExists: { code: 409, reason: 'AlreadyExists' },
  conflict: { code: 409, reason: 'Conflict' },
  expired: { code: 410, reason: 'Expired' },
  requestTooLarge: { code: 413, reason: 'RequestEntityTooLarge' },
  unsupportedMediaType: { code: 415, reason: 'UnsupportedMediaType' },
  invalid: { code: 422, reason: 'Invalid' },
  tooManyRequests: { code: 429, reason: 'TooManyRequests' },
  headersTooLarge: { code: 431, reason: 'RequestHeaderFieldsTooLarge' },
  internal: { code: 500, reason: 'InternalError' },
  notImplemented: { code: 501, reason: 'NotImplemented' },
  serviceUnavailable: { code: 503, reason: 'ServiceUnavailable' },
  timeout: { code: 504, reason: 'Timeout' },
} as const satisfies Record<string, { code: number; reason: string }>
export type ErrorName = keyof typeof ERRORS

type Details = { [K in keyof StatusDetails]?: StatusDetails[K] }

/**
 * How many characters of the request a response quotes: of a name in its details, and in total. `FieldErrors` limits
 * the causes.
 */
const NAME_LIMIT = 500
const MESSAGE_LIMIT = 8 * 1024
const INVALID_LIMIT = 128 * 1024

/** An error response, as a `v1.Status`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly error: ErrorName
  readonly details: Details | undefined
  /** The token with which a client can continue an expired list. */
  readonly continue: string | undefined

  constructor(error: ErrorName, message: string, details?: Details, continueToken?: string) {
    super(excerpt(message, error === 'invalid' ? INVALID_LIMIT : MESSAGE_LIMIT))
    this.error = error
    this.details = details && boundedDetails(details)
    this.continue = continueToken
  }

  get code(): number {
    return ERRORS[this.error].code
  }

  toStatus(): Status {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.continue === undefined ? {} : { continue: this.continue },
      status: 'Failure',
      message: this.message,
      reason: ERRORS[this.error].reason,
      details: this.details,
      code: this.code,
    }
  }
}

/** An object that breaks rules. */
export class InvalidObject extends ApiError {
  readonly errors: readonly FieldError[]

  constructor(message: string, details: Details, errors: readonly FieldError[]) {
    super('invalid', message, details)
    this.errors = errors
  }
}

function boundedDetails(details: Details): Details {
  const { name, uid, kind } = details
  const isBounded = [name, uid, kind].every((text) => text === undefined || text.length <= NAME_LIMIT)
  if (isBounded) return details
  return {
    ...details,
    name: name && excerpt(name, NAME_LIMIT),
    uid: uid && excerpt(uid, NAME_LIMIT),
    kind: kind && excerpt(kind, NAME_LIMIT),
  }
}

/** Names an object in the details of an error. Undefined properties are omitted. */
function objectDetails(resource: ResourceName, name: string): Details {
  return { name: name === '' ? undefined : name, group: groupInDetails(resource), kind: resource.plural }
}

export const badRequest = (message: string) => new ApiError('badRequest', message)

/** The credentials of the request are not accepted. The response does not say which part is wrong. */
export const unauthorized = () => new ApiError('unauthorized', 'Unauthorized')

export const notFound = (resource: ResourceName, name: string) =>
  new ApiError(
    'notFound',
    `${qualifiedResource(resource)} "${name}" not found`,
    objectDetails(resource, name),
  )

/** The path is unknown. */
export const unknownPath = () =>
  new ApiError('notFound', 'the server could not find the requested resource', {})

export const methodNotAllowed = () =>
  new ApiError('methodNotAllowed', 'the server does not allow this method on the requested resource', {})

/** The CustomResourceDefinition of the kind is being deleted. */
export const createWhileTerminating = (resource: ResourceName) =>
  new ApiError(
    'methodNotAllowed',
    'create not allowed while custom resource definition is terminating',
    objectDetails(resource, ''),
  )

/** None of the accepted media types is known. */
export const notAcceptable = (available: readonly string[] = []) =>
  new ApiError(
    'notAcceptable',
    available.length === 0
      ? '406: Not Acceptable'
      : `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`,
    {},
  )

/** The accepted media types are known, but not available here. */
export const onlyAccepted = (accepted: readonly string[]) =>
  new ApiError('notAcceptable', `only the following media types are accepted: ${accepted.join(', ')}`)

export const alreadyExists = (resource: ResourceName, name: string) =>
  new ApiError(
    'alreadyExists',
    `${qualifiedResource(resource)} "${name}" already exists`,
    objectDetails(resource, name),
  )

/** The name belongs to an object that is still being deleted. */
export const stillBeingDeleted = (resource: ResourceName, name: string) =>
  new ApiError(
    'alreadyExists',
    `object is being deleted: ${qualifiedResource(resource)} "${name}" already exists`,
    objectDetails(resource, name),
  )

export const conflict = (resource: ResourceName, name: string, cause: string) =>
  new ApiError(
    'conflict',
    `Operation cannot be fulfilled on ${qualifiedResource(resource)} "${name}": ${cause}`,
    objectDetails(resource, name),
  )

/** An apply conflicts with other field managers; each such field is a cause. */
export const applyConflict = (message: string, causes: NonNullable<Details['causes']>) =>
  new ApiError('conflict', message, { causes })

export const MODIFIED =
  'the object has been modified; please apply your changes to the latest version and try again'

/** A watch asked for changes that are compacted. */
export const tooOldVersion = (asked: number, oldest: number) =>
  new ApiError('expired', `too old resource version: ${asked} (${oldest})`)

/** The snapshot of a chunked list has expired. The continue token of the response lists the rest as it is now. */
export const expiredContinue = (continueToken: string) =>
  new ApiError(
    'expired',
    'ResourceExpired: the provided continue parameter is too old to display a consistent list result. ' +
      'Start the list anew without the continue parameter, or continue with the token in this response: ' +
      'objects that have changed since the first chunk are then shown as they are now.',
    undefined,
    continueToken,
  )

export const requestTooLarge = (limit: number) =>
  new ApiError('requestTooLarge', `the request body is larger than the limit of ${limit} bytes`, {})

export const tooManyChunks = (limit: number) =>
  new ApiError('requestTooLarge', `the request body comes in more than ${limit} chunks`, {})

export const unsupportedMediaType = (accepted: readonly string[]) =>
  new ApiError(
    'unsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  )

/** The path is known, but this server does not implement it. */
export const notImplemented = (why: string) => new ApiError('notImplemented', why, {})

export const serviceUnavailable = (why: string) => new ApiError('serviceUnavailable', why)

/** Writes are rejected for some time, and reads are served. */
export const storeReadOnly = (why: string, retryAfterSeconds: number | undefined) =>
  new ApiError('serviceUnavailable', why, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })

/** A read asked for a resource version that the server has not reached. */
export const tooLargeVersion = (wanted: number, current: number) =>
  new ApiError('timeout', `Timeout: Too large resource version: ${wanted}, current: ${current}`, {
    retryAfterSeconds: 1,
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
  })

/** The server has not yet read everything from the store. */
export const storeBehind = () =>
  new ApiError('timeout', 'the server has not caught up with its store in time', { retryAfterSeconds: 1 })

/** Whether the write has happened is unknown. */
export const uncertainWrite = (why: string) =>
  new ApiError('timeout', `${why}; the request may or may not have been carried out, or may still be`, {})

/** The deletion of a collection has timed out. */
export const deletionUnfinished = (seconds: number) =>
  new ApiError(
    'timeout',
    `the deletion of the collection did not end within timeoutSeconds=${seconds}; some of its objects may be left`,
    {},
  )

export const namespaceMismatch = () =>
  badRequest('the namespace of the provided object does not match the namespace sent on the request')

/** The server rejects the sender or the host name of the request. */
export const forbidden = (why: string) => new ApiError('forbidden', why, {})

/** The server is overloaded; a retry may succeed. */
export const tooManyRequests = (why: string) => new ApiError('tooManyRequests', why, { retryAfterSeconds: 1 })

/** The store accepts no object of this size. */
export const tooLargeForStore = (why: string) => new ApiError('requestTooLarge', why, {})

/** The body has more parts than any storable object. */
export const oversizedBody = (why: string) =>
  new ApiError('requestTooLarge', `the body of the request is too large: ${why}`, {})

/** An internal error. The cause is logged, not sent to the client. */
export const internalError = () =>
  new ApiError('internal', 'an error on the server prevented the request from succeeding')

/** The stored value of the object cannot be read. */
export const unreadableValue = (key: string) =>
  new ApiError(
    'internal',
    `Internal error occurred: the value that is stored under ${JSON.stringify(key)} cannot be read; ` +
      'the object is not served until it is removed from the store, or put right there',
  )

/** The object can be read but breaks rules; every rule it breaks is a cause. */
export function invalid(resource: ResourceName, name: string, errors: readonly FieldError[]): InvalidObject {
  const causes = errors.map((error) => ({
    reason: FIELD_ERRORS[error.type].reason,
    message: fieldErrorMessage(error),
    field: error.field,
  }))
  const reported = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))]
  const what = reported.length === 1 ? reported[0] : `[${reported.join(', ')}]`
  const details = {
    name: name === '' ? undefined : name,
    group: groupInDetails({ ...resource, group: resource.kindGroup ?? resource.group }),
    kind: resource.kind === '' ? undefined : resource.kind,
    causes,
  }
  const message = `${qualifiedKind(resource)} "${excerpt(name, NAME_LIMIT)}" is invalid: ${what}`
  return new InvalidObject(message, details, errors)
}
