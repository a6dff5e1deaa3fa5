import type { Socket } from 'node:net'
import { indented, PLAIN_JSON, type Representation } from '#codec/representation.js'
import type { AuditRecorder, ResponseObject } from '#http/audit-recorder.js'
import type { Channel } from '#http/connection/channel.js'
import type { Target } from '#http/router.js'
import type { Status } from '#meta/status.js'
import { ANONYMOUS, type Identity, type User } from '#meta/user.js'
import type { Verb } from '#registry/kind.js'
import { type IncludedObject, readIncludeObject } from '#registry/serialize/table.js'
import type { Rights } from '#registry/write/rights.js'
import { Query } from '#util/query.js'
import { uniqueId } from '#util/unique-id.js'
import type { HttpRequest, HttpResponse } from './exchange.js'
import { attributesOf, type RequestAttributes } from './request-attributes.js'

const MAX_AUDIT_ID_LENGTH = 64

/** Whether a request may be made. */
export interface Decision {
  readonly allowed: boolean
  /** Why, for readers; empty when there is nothing to say. */
  readonly reason: string
}

/** A place among the requests that may be under way at once. */
export interface Seat {
  leave(): void
}

/** One request and its response, with what the pipeline knows about them so far. */
export class RequestContext {
  readonly arrivedAt: number
  #respondedAt: number | undefined
  readonly request: HttpRequest
  readonly response: HttpResponse
  readonly channel: Channel
  /** The path without its query, still percent-encoded. */
  readonly path: string
  readonly #search: string
  #query: Query | undefined
  #representation: Representation
  #indentation: boolean | undefined
  /** The sender, once it is authenticated, or the user that it impersonates. */
  user: User
  /** The authenticated sender; undefined for a request without credentials. */
  identity: Identity | undefined
  /** The rights that impersonation needs; undefined without impersonation. */
  impersonation: readonly RequestAttributes[] | undefined
  /** What the method means; undefined until the path is resolved, and where the method means nothing. */
  verb: Verb | undefined
  /** The resource that the path leads to; undefined for any other path. */
  target: Target | undefined
  /** The path that a document of the server is known by; undefined for any other path. */
  document: string | undefined
  /** Whether the response has the header `Audit-Id`. */
  readonly showsAuditId: boolean
  #auditId: string | undefined
  #attributes: RequestAttributes | undefined
  /** Receives what the audit records of the request; undefined where nothing is recorded. */
  recorder: AuditRecorder | undefined
  /** What the audit records of the response; undefined for a response without an object, and without a recorder. */
  responseObject: ResponseObject | undefined
  /** Warnings of a write, which the client gets also when the write is rejected; undefined for any other request. */
  warnings: readonly string[] | undefined
  /** The decision of the authorizer; undefined where it was not asked, or nobody needs the reason. */
  decision: Decision | undefined
  /** Further rights of the user to the object; undefined where everything is allowed. */
  rights: Rights | undefined
  /** Ends a watch; undefined for any other response. */
  endStream: (() => void) | undefined
  /** The status code of the response; 0 while there is none. */
  code: number
  /** The response, where it is a Status. */
  status: Status | undefined
  /** The error behind a response of 500. */
  fault: unknown
  /** The place among the requests in flight; undefined where these are not limited. */
  seat: Seat | undefined
  /** Is called once the response is sent. */
  release: (() => void) | undefined

  constructor(request: HttpRequest, response: HttpResponse, channel: Channel, showsAuditId = false) {
    this.arrivedAt = performance.now()
    this.user = ANONYMOUS
    this.code = 0
    this.#representation = PLAIN_JSON
    this.request = request
    this.response = response
    this.channel = channel
    this.showsAuditId = showsAuditId
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    this.path = mark < 0 ? url : url.slice(0, mark)
    this.#search = mark < 0 ? '' : url.slice(mark + 1)
  }

  /** Read once for a user. */
  get attributes(): RequestAttributes {
    if (this.#attributes?.user !== this.user) this.#attributes = attributesOf(this)
    return this.#attributes as RequestAttributes
  }

  /** When the response was sent. Read it then, and not before. */
  get respondedAt(): number {
    this.#respondedAt ??= performance.now()
    return this.#respondedAt
  }

  /** The connection to the client, or to what stands before the client. */
  get peer(): Socket {
    return this.channel.transport
  }

  /** The id of the request in the audit log: the client's own, or a new one. */
  get auditId(): string {
    this.#auditId ??= clientAuditId(this.request.headers['audit-id']) ?? uniqueId()
    return this.#auditId
  }

  get hasQuery(): boolean {
    return this.#search !== ''
  }

  /** Parsed on first use; most reads have no query at all. */
  get query(): Query {
    if (this.#search === '') return Query.EMPTY
    this.#query ??= Query.parse(this.#search)
    return this.#query
  }

  /** The longest body that is read. */
  get maxBodyBytes(): number {
    return this.channel.limits.maxBodyBytes
  }

  /** Whether the response has no body. */
  get isHead(): boolean {
    return this.request.method === 'HEAD'
  }

  /** Whether the client still waits for the response. */
  get isOpen(): boolean {
    const { response } = this
    return !response.writableEnded && !response.destroyed && !response.req.socket.destroyed
  }

  /** The representation of the response. Errors before it is settled are JSON. */
  get representation(): Representation {
    return this.#representation
  }

  /** Settles the representation: as it was negotiated, and indented for people. */
  settle(representation: Representation): void {
    this.#representation = this.#isIndented() ? indented(representation) : representation
  }

  #isIndented(): boolean {
    this.#indentation ??= wantsIndentation(
      this.#search === '' ? null : this.query.get('pretty'),
      this.request.headers['user-agent'],
    )
    return this.#indentation
  }

  /** What rows of tables carry. Throws `badRequest`. */
  get includedObject(): IncludedObject {
    return readIncludeObject(this.#search === '' ? null : this.query.get('includeObject'))
  }

  /** A yes-or-no parameter: given counts as yes, unless it says no. */
  flag(name: string): boolean {
    if (this.#search === '') return false
    const value = this.query.get(name)
    return value !== null && value !== '0' && value.toLowerCase() !== 'false'
  }
}

/** The client's own id, if a header of the response can hold it. */
function clientAuditId(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined
  const id = header.slice(0, MAX_AUDIT_ID_LENGTH)
  return /^[\x20-\x7e]+$/.test(id) ? id : undefined
}

/** Values of the `pretty` parameter that mean true. */
const YES: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])

/** Prefixes of the `User-Agent` of interactive tools. */
const INTERACTIVE_AGENTS = ['curl', 'Wget', 'Mozilla/5.0'] as const

/** The `pretty` parameter decides; without it, only interactive tools get indented JSON. */
function wantsIndentation(pretty: string | null, userAgent: string | undefined): boolean {
  if (pretty !== null && pretty !== '') return YES.has(pretty)
  if (userAgent === undefined) return false
  for (const agent of INTERACTIVE_AGENTS) if (userAgent.startsWith(agent)) return true
  return false
}
