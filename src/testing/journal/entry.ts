import { inspect } from 'node:util'
import type { RequestContext } from '#http/request/request-context.js'
import { RecordedBody } from './recorded-body.js'

// biome-ignore lint/suspicious/noExplicitAny: the test knows what its code sends; with `unknown` it had to cast each field.
type JournalBody = any

/** One request in the journal. While it is under way, its response has no code or no duration yet. */
export interface JournalEntry {
  /** The name of the user; `system:anonymous` without credentials. */
  readonly user: string
  /** The verb of the API, such as `list` or `deletecollection`; for other paths the method in lower case. */
  readonly verb: string
  /** The API group; empty for the core group, undefined for paths without a resource. */
  readonly group: string | undefined
  readonly version: string | undefined
  /** The plural of the resource. */
  readonly resource: string | undefined
  /** The kind; undefined for paths without a known resource. */
  readonly kind: string | undefined
  readonly subresource: string | undefined
  readonly namespace: string | undefined
  /** The name of the object, also that of a created one. */
  readonly name: string | undefined
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** The query without the question mark; may be empty. */
  readonly query: string
  readonly userAgent: string
  readonly requestHeaders: Readonly<Record<string, string | readonly string[] | undefined>>
  /** JSON as a value, other text as a string, protobuf as bytes; only the first MiB. Undefined without a body. */
  readonly requestBody: JournalBody
  /** The status code; undefined while there is none, and if the client got no response. */
  readonly code: number | undefined
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Like `requestBody`; undefined for a watch. */
  readonly responseBody: JournalBody
  /** How many events a watch has sent; undefined for other requests. */
  readonly events: number | undefined
  readonly startedAt: Date
  /** In milliseconds; undefined while the request is under way. */
  readonly duration: number | undefined
  /** The fault rules that acted on the request, such as `fail(409)`. */
  readonly faults: readonly string[]
}

type RequestPart = Pick<
  JournalEntry,
  'user' | 'verb' | 'group' | 'version' | 'resource' | 'kind' | 'subresource' | 'namespace' | 'faults'
> & { readonly nameInPath: string | undefined }

/** Fields that a filter compares. */
export const FILTER_FIELDS = [
  'user',
  'verb',
  'group',
  'version',
  'resource',
  'kind',
  'subresource',
  'namespace',
  'name',
  'method',
  'path',
  'query',
  'userAgent',
  'code',
] as const satisfies readonly (keyof JournalEntry)[]
export type FilterField = (typeof FILTER_FIELDS)[number]

/** Fields in the order in which an entry is printed. */
const FIELDS = [
  ...FILTER_FIELDS.slice(0, -1),
  'requestBody',
  'code',
  'responseBody',
  'events',
  'startedAt',
  'duration',
  'faults',
] as const satisfies readonly (keyof JournalEntry)[]

/** Reads the request while it is under way, and keeps the result when it is done. */
export class RecordedEntry implements JournalEntry {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly userAgent: string
  readonly requestHeaders: JournalEntry['requestHeaders']
  readonly startedAt: Date
  readonly httpVersion: string
  readonly request = new RecordedBody()
  readonly response = new RecordedBody()
  code: number | undefined
  responseHeaders: Record<string, string> = {}
  events: number | undefined
  duration: number | undefined
  readonly #arrivedAt: number
  /** Undefined when the request is done: it would keep its connection in memory. */
  #read: (() => RequestPart) | undefined
  #done: RequestPart | undefined

  constructor(context: RequestContext, startedAt: Date, faultsOn: (context: RequestContext) => string[]) {
    const { request } = context
    const url = request.url ?? '/'
    this.method = request.method ?? 'GET'
    this.path = context.path
    this.query = url.slice(context.path.length + 1)
    this.userAgent = request.headers['user-agent'] ?? ''
    this.requestHeaders = request.headers
    this.httpVersion = `HTTP/${request.httpVersion}`
    this.startedAt = startedAt
    this.#arrivedAt = context.arrivedAt
    this.#read = () => requestPart(context, faultsOn(context))
  }

  /** The response was sent, or the client is gone. */
  finish(): void {
    this.duration = performance.now() - this.#arrivedAt
    this.#done = this.#read?.()
    this.#read = undefined
  }

  get #part(): RequestPart {
    return this.#done ?? (this.#read?.() as RequestPart)
  }

  get user(): string {
    return this.#part.user
  }

  get verb(): string {
    return this.#part.verb
  }

  get group(): string | undefined {
    return this.#part.group
  }

  get version(): string | undefined {
    return this.#part.version
  }

  get resource(): string | undefined {
    return this.#part.resource
  }

  get kind(): string | undefined {
    return this.#part.kind
  }

  get subresource(): string | undefined {
    return this.#part.subresource
  }

  get namespace(): string | undefined {
    return this.#part.namespace
  }

  get faults(): readonly string[] {
    return this.#part.faults
  }

  get name(): string | undefined {
    const { nameInPath, verb } = this.#part
    if (nameInPath !== undefined || verb !== 'create') return nameInPath
    // The server may have generated it.
    return nameIn(this.requestBody) ?? (isSuccess(this.code) ? nameIn(this.responseBody) : undefined)
  }

  get requestBody(): JournalBody {
    const { 'content-type': type = '' } = this.requestHeaders
    return this.request.value(String(type), false)
  }

  get responseBody(): JournalBody {
    if (this.events !== undefined) return undefined
    return this.response.value(this.contentType, this.isGzip)
  }

  get contentType(): string {
    return this.responseHeaders['content-type'] ?? ''
  }

  get isGzip(): boolean {
    return this.responseHeaders['content-encoding'] === 'gzip'
  }

  toJSON(): object {
    return Object.fromEntries(FIELDS.map((field) => [field, this[field]]))
  }

  [inspect.custom](): object {
    return this.toJSON()
  }
}

const isSuccess = (code: number | undefined) => code !== undefined && code < 300

function nameIn(body: unknown): string | undefined {
  const { metadata } = (body ?? {}) as { readonly metadata?: { readonly name?: unknown } | null }
  return typeof metadata?.name === 'string' ? metadata.name : undefined
}

function requestPart(context: RequestContext, faults: readonly string[]): RequestPart {
  const { attributes, target, user } = context
  const { resource } = attributes
  return {
    user: user.name,
    verb: attributes.verb,
    group: resource?.group,
    version: resource?.version,
    resource: resource?.plural,
    kind: target?.store.definition.kind,
    subresource: resource?.subresource,
    namespace: resource?.namespace,
    nameInPath: resource?.name,
    faults,
  }
}
