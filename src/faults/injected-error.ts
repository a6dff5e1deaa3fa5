import type { RequestAttributes } from '#http/request/request-attributes.js'
import { ApiError, type ErrorName } from '#meta/api-error.js'
import type { Status } from '#meta/status.js'
import type { FaultAction } from './actions.js'

type Fail = Extract<FaultAction, { readonly type: 'fail' }>

/** The error of a `fail` rule: any status code, with the reason and the message that Kubernetes has for it. */
export class InjectedError extends ApiError {
  readonly #fail: Fail

  constructor(fail: Fail, attributes: RequestAttributes) {
    const { error, message } = USUAL.get(fail.code) ?? { error: 'internal', message: OTHER }
    const { resource } = attributes
    const details = {
      ...(resource?.name === undefined ? {} : { name: resource.name }),
      ...(resource?.group ? { group: resource.group } : {}),
      ...(resource === undefined ? {} : { kind: resource.plural }),
      ...retryAfter(fail),
    }
    super(error, fail.message ?? message(subjectOf(attributes), fail.code), details)
    this.#fail = fail
  }

  override get code(): number {
    return this.#fail.code
  }

  override toStatus(): Status {
    const { code, reason } = this.#fail
    const status = super.toStatus()
    return { ...status, reason: reason ?? (USUAL.has(code) ? status.reason : ''), code }
  }
}

function retryAfter({ code, retryAfter }: Fail): { readonly retryAfterSeconds?: number } {
  const seconds = retryAfter ?? (code === 429 ? 1 : undefined)
  return seconds === undefined ? {} : { retryAfterSeconds: seconds }
}

function subjectOf({ resource }: RequestAttributes): string {
  if (resource === undefined) return 'the path'
  const name = resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`
  return resource.name === undefined ? name : `${name} "${resource.name}"`
}

type Message = (subject: string, code: number) => string

const OTHER: Message = (_subject, code) => `the server responded with the status code ${code}`

interface Usual {
  readonly error: ErrorName
  readonly message: Message
}

const USUAL = new Map<number, Usual>([
  [400, { error: 'badRequest', message: () => 'the server rejected the request' }],
  [401, { error: 'unauthorized', message: () => 'Unauthorized' }],
  [403, { error: 'forbidden', message: (subject) => `${subject} is forbidden` }],
  [404, { error: 'notFound', message: (subject) => `${subject} not found` }],
  [
    405,
    {
      error: 'methodNotAllowed',
      message: () => 'the server does not allow this method on the requested resource',
    },
  ],
  [
    409,
    {
      error: 'conflict',
      message: (subject) =>
        `Operation cannot be fulfilled on ${subject}: the object has been modified; ` +
        'please apply your changes to the latest version and try again',
    },
  ],
  [410, { error: 'expired', message: () => 'The resourceVersion for the provided watch is too old.' }],
  [413, { error: 'requestTooLarge', message: () => 'Request entity too large' }],
  [422, { error: 'invalid', message: (subject) => `${subject} is invalid` }],
  [429, { error: 'tooManyRequests', message: () => 'Too many requests, please try again later.' }],
  [500, { error: 'internal', message: () => 'Internal error occurred: a fault rule' }],
  [
    503,
    {
      error: 'serviceUnavailable',
      message: () => 'the server is currently unable to handle the request',
    },
  ],
  [
    504,
    {
      error: 'timeout',
      message: () => 'the server was unable to return a response in the time allotted',
    },
  ],
])
