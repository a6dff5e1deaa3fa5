import type { IncomingMessage, ServerResponse } from 'node:http'
import { indented, PLAIN_JSON, type Representation } from '../codec/representation.js'
import { type IncludedObject, readIncludeObject } from '../registry/serialize/table.js'
import type { Connection } from './connection.js'
import { wantsIndentation } from './indentation.js'

const NO_QUERY = new URLSearchParams()

/** One request and its answer, with what the pipeline has found out about them so far. */
export class RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly connection: Connection
  /** The path without its query, still percent-encoded. */
  readonly path: string
  readonly #search: string
  #query: URLSearchParams | undefined
  #representation: Representation = PLAIN_JSON
  #indentation: boolean | undefined
  /** The status code of the answer; 0 while there is none. */
  code = 0
  /** What is to be done once the request is answered. */
  release: (() => void) | undefined

  constructor(request: IncomingMessage, response: ServerResponse, connection: Connection) {
    this.request = request
    this.response = response
    this.connection = connection
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    this.path = mark < 0 ? url : url.slice(0, mark)
    this.#search = mark < 0 ? '' : url.slice(mark + 1)
  }

  /** Parsed on first use; most reads have no query at all. */
  get query(): URLSearchParams {
    if (this.#search === '') return NO_QUERY
    this.#query ??= new URLSearchParams(this.#search)
    return this.#query
  }

  /** The longest body that is read. */
  get maxBodyBytes(): number {
    return this.connection.limits.maxBodyBytes
  }

  /** Whether everything but the body of the answer is wanted. */
  get isHead(): boolean {
    return this.request.method === 'HEAD'
  }

  /** Whether the client is still there to be answered. */
  get isOpen(): boolean {
    const { response } = this
    return !response.writableEnded && !response.destroyed && !response.req.socket.destroyed
  }

  /** What the answer looks like. Errors before it is settled leave as JSON. */
  get representation(): Representation {
    return this.#representation
  }

  /** Settles what the answer looks like: as it was negotiated, and indented for people. */
  settle(representation: Representation): void {
    this.#representation = this.#isIndented ? indented(representation) : representation
  }

  get #isIndented(): boolean {
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
