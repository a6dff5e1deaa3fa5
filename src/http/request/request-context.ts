import type { Socket } from 'node:net'
import { indented, PLAIN_JSON, type Representation } from '#codec/representation.js'
import type { AuditRecorder, ResponseObject } from '#http/audit-recorder.js'
import type { Channel } from '#http/connection/channel.js'
import type { FlowHeaders } from '#http/response/flow-headers.js'
import { isForwarded, type Target } from '#http/router.js'
import type { Status } from '#meta/status.js'
import { ANONYMOUS, type Identity, type User } from '#meta/user.js'
import type { Gauge } from '#observe/metrics.js'
import type { RequestTrace } from '#observe/trace/request-trace.js'
import type { Verb } from '#registry/kind.js'
import { type IncludedObject, readIncludeObject } from '#registry/serialize/table.js'
import type { Rights } from '#registry/write/write-options.js'
import { Query } from '#util/text/query.js'
import { uniqueId } from '#util/text/unique-id.js'
import type { DecodedBody } from './decode-body.js'
import type { HttpRequest, HttpResponse } from './exchange.js'
import { attributesOf, type RequestAttributes } from './request-attributes.js'

const MAX_AUDIT_ID_LENGTH = 64

/** The decision of an authorizer. */
export interface Decision {
  readonly allowed: boolean
  /** The reason, for people; may be empty. */
  readonly reason: string
  /** Whether the request is forbidden even if another authorizer would allow it. */
  readonly denied?: boolean | undefined
  /** Why an authorizer could not decide. */
  readonly error?: string | undefined
}

/** The permissions that a user needed to act as another one. */
export interface ImpersonationPermissions {
  readonly needed: readonly RequestAttributes[]
  /** The generation of the policy before they were checked. */
  readonly generation: number
}

/**
 * How access to a route is decided if not by a permission for its path: `public` needs no credentials, and with
 * `own` the route itself authorizes all that it does for its user.
 */
export type RouteAccess = 'public' | 'own'

/** The seats that a request holds. */
export interface Seat {
  /** The request has ended. */
  leave(now: number): void
}

/** One request and its response, and what the pipeline knows about them. */
export class RequestContext {
  readonly arrivedAt: number
  #respondedAt: number | undefined
  readonly request: HttpRequest
  /** A filter may wrap it. */
  response: HttpResponse
  readonly channel: Channel
  /** The path without its query, still percent-encoded. */
  readonly path: string
  readonly #search: string
  #query: Query | undefined
  #representation: Representation
  #indentation: boolean | undefined
  /** The authenticated or impersonated user. */
  user: User
  /** The authenticated identity; undefined without credentials. */
  identity: Identity | undefined
  /** The permissions that impersonation needs; undefined without impersonation. */
  impersonation: ImpersonationPermissions | undefined
  /** The verb of the method; undefined until the path is resolved, and if the method is not supported. */
  verb: Verb | undefined
  /** The resource of the path; undefined for other paths. */
  target: Target | undefined
  /** The path of a document of the server; undefined for other paths. */
  document: string | undefined
  /** Whether the response of that path may last for hours. */
  isLongRoute: boolean | undefined
  /** How access to the document is decided; undefined if by a permission, as for resources. */
  access: RouteAccess | undefined
  /** The path behind the prefix of another API, to which permissions refer; undefined for other paths. */
  mountedPath: string | undefined
  /** Whether the response has the header `Audit-Id`. */
  readonly showsAuditId: boolean
  #auditId: string | undefined
  #attributes: RequestAttributes | undefined
  /** Receives the data of audit events; undefined if the request is not recorded. */
  recorder: AuditRecorder | undefined
  /** The response object for the audit; undefined without an object or a recorder. */
  responseObject: ResponseObject | undefined
  /** Warnings of a write, also sent when the write is rejected; undefined for other requests. */
  warnings: readonly string[] | undefined
  /** The decision of the authorizer; undefined if it was not asked or nobody needs the reason. */
  decision: Decision | undefined
  /** Further permissions of the user on the object; undefined if everything is allowed. */
  rights: Rights | undefined
  /** Receives the body as sent; undefined if no filter needs it. */
  onBytes: ((bytes: Buffer) => void) | undefined
  /** Receives the decoded body before the handler. May throw an `ApiError`. Undefined if no filter needs it. */
  onBody: ((body: DecodedBody) => void | Promise<void>) | undefined
  /** The revision to read or to watch from instead of the requested one; undefined without a fault rule. */
  pastRevision: number | undefined
  /** Ends the watch; undefined for other requests. */
  endStream: (() => void) | undefined
  /** The status code of the response; 0 while there is none. */
  code: number
  /** Length of the body of the response, as far as it was sent. */
  sentBytes: number
  /** The gauge that counts the request; undefined until the filters run. */
  countedIn: Gauge | undefined
  /** What the request waits for; undefined until the filters run. */
  trace: RequestTrace | undefined
  /** The Status of the response, if it is one. */
  status: Status | undefined
  /** The error behind a response of 500. */
  fault: unknown
  /** When the last filter that had to wait went on; undefined if none had to. */
  resumedAt: number | undefined
  /** The seats that it holds; undefined while it has none. */
  seat: Seat | undefined
  /** Names its flow schema and priority level; undefined without priority and fairness. */
  flowHeaders: FlowHeaders | undefined
  /** Called after the response is sent. */
  release: (() => void) | undefined

  constructor(request: HttpRequest, response: HttpResponse, channel: Channel, showsAuditId = false) {
    this.arrivedAt = performance.now()
    this.user = ANONYMOUS
    this.code = 0
    this.sentBytes = 0
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

  /** Computed once per user. */
  get attributes(): RequestAttributes {
    if (this.#attributes?.user !== this.user) this.#attributes = attributesOf(this)
    return this.#attributes as RequestAttributes
  }

  /** The current time when the response is sent. Read it only then. */
  get respondedAt(): number {
    this.#respondedAt ??= performance.now()
    return this.#respondedAt
  }

  /** The connection to the client or its proxy. */
  get peer(): Socket {
    return this.channel.transport
  }

  /** The id of the request in the audit log: from the client, or new. */
  get auditId(): string {
    this.#auditId ??= clientAuditId(this.request.headers['audit-id']) ?? uniqueId()
    return this.#auditId
  }

  get hasQuery(): boolean {
    return this.#search !== ''
  }

  /** Parsed on first use; most reads have no query. */
  get query(): Query {
    if (this.#search === '') return Query.EMPTY
    this.#query ??= Query.parse(this.#search)
    return this.#query
  }

  /** Maximum length of the body. */
  get maxBodyBytes(): number {
    return this.channel.limits.maxBodyBytes
  }

  /** Whether the response has no body. */
  get isHead(): boolean {
    return this.request.method === 'HEAD'
  }

  /** Whether it may last for hours: a watch, a backup, or a request that is forwarded. It does not count as in flight. */
  get isLongRunning(): boolean {
    return (
      this.verb === 'watch' ||
      this.isLongRoute === true ||
      (this.target !== undefined && isForwarded(this.target))
    )
  }

  /** Whether the client still waits for the response. */
  get isOpen(): boolean {
    const { response } = this
    return !response.writableEnded && !response.destroyed && !response.req.socket.destroyed
  }

  /** The negotiated representation. Earlier errors are JSON. */
  get representation(): Representation {
    return this.#representation
  }

  /** Sets the negotiated representation, indented for interactive tools. */
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

  /** The `includeObject` parameter of tables. Throws `badRequest`. */
  get includedObject(): IncludedObject {
    return readIncludeObject(this.#search === '' ? null : this.query.get('includeObject'))
  }

  /** A boolean parameter: present means true, unless the value says false. */
  flag(name: string): boolean {
    if (this.#search === '') return false
    const value = this.query.get(name)
    return value !== null && value !== '0' && value.toLowerCase() !== 'false'
  }
}

/** The client's id, if it is a valid header value. */
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
