import type { ClientRequest, IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { DirectUpstream } from '#proxy/direct-upstream.js'
import type { Upstream } from '#proxy/upstream.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { AddressRules } from '#util/net/address-rules.js'
import { stringifyJson } from '#util/text/json-integers.js'
import type { MemberAccess } from './kubeconfig.js'
import { type ListMetadata, ListReader } from './list-reader.js'
import type { MemberCallObserver } from './member-call-metrics.js'
import { MemberUnreachable, ResponseRefused } from './member-errors.js'
import { MAX_OBJECT_BYTES, parseReceived, type ReceivedText, TextCollector } from './received-json.js'

export interface MemberRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Includes the query. */
  readonly path: string
  readonly body?: unknown
  /** JSON by default. */
  readonly contentType?: string
  /** Timeout for the whole response. */
  readonly timeoutMs?: number
  /** Maximum length of the response. */
  readonly maxBytes?: number
  /** The `Accept` header; JSON by default. */
  readonly accept?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether to return the body as a string even if it is JSON. */
  readonly isText?: boolean
}

export interface MemberResponse {
  readonly status: number
  /** Parsed JSON, or a string if it is not JSON. */
  readonly body: unknown
  /** From `Retry-After` of an overloaded member. */
  readonly retryAfterMs?: number | undefined
}

export interface ListRequest extends Pick<MemberRequest, 'path' | 'accept' | 'timeoutMs'> {
  readonly signal?: AbortSignal
}

/** The end of a page, or the response if it was not a list. */
export type ListEnd =
  | { readonly metadata: ListMetadata; readonly refusal?: undefined }
  | { readonly metadata?: undefined; readonly refusal: MemberResponse }

/** The last response that was not parsed. */
export interface Refusal {
  /** The request, and why the response was refused. */
  readonly message: string
}

const ANOTHER_LEADS = 'another server leads the federation now'
const TIMEOUT_MS = 30_000
/** The largest page of a list, which is parsed object by object. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024
/** Lets operators of members tell servers apart. */
const USER_AGENT = `binnacle-federation/${process.pid} (${hostname().replace(/[^\w.-]/g, '')})`
/** Concurrent requests to one member. Others wait for a connection. */
const CONNECTIONS = 32

export interface MemberClientOptions {
  /** Which addresses may be dialled. */
  readonly rules?: AddressRules
  /** Nothing is sent while it returns false. */
  readonly mayDial?: () => boolean
  /** Maximum concurrent requests; others wait. */
  readonly connections?: number
  readonly onCall?: MemberCallObserver
}

/** Sends requests to one member. It does not follow redirects. */
export class MemberClient {
  readonly #transport: Upstream
  readonly #mayDial: () => boolean
  readonly #onCall: MemberCallObserver | undefined
  #refusal: Refusal | undefined

  /** The client closes the transport. */
  constructor(
    access: MemberAccess | Upstream,
    {
      rules = new AddressRules(),
      mayDial = () => true,
      connections = CONNECTIONS,
      onCall,
    }: MemberClientOptions = {},
  ) {
    this.#transport = 'request' in access ? access : new DirectUpstream(access, rules, connections)
    this.#mayDial = mayDial
    this.#onCall = onCall
  }

  get server(): string {
    return this.#transport.server
  }

  /** The last refused response; a new object for each. */
  get refusal(): Refusal | undefined {
    return this.#refusal
  }

  /** Records a response that was refused while it was parsed. */
  refused(method: string, path: string, { message }: ResponseRefused): void {
    const [resource = ''] = path.split('?', 1)
    this.#refusal = { message: `${method} ${resource}: ${message}` }
  }

  /**
   * Rejects with `MemberUnreachable`. There are thousands of requests a second, so this uses timers and events:
   * they cost a fraction of signals and iterators.
   */
  send(request: MemberRequest, signal?: AbortSignal): Promise<MemberResponse> {
    const { method, path, timeoutMs = TIMEOUT_MS, maxBytes = MAX_OBJECT_BYTES, isText = false } = request
    return new Promise((resolve, reject) => {
      const sent = this.#start(request, (response) => {
        const chunks: Buffer[] = []
        let length = 0
        response.on('error', fail)
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          chunks.push(chunk)
          if (length > maxBytes) sent.destroy(tooLarge(maxBytes))
        })
        response.on('end', () => {
          if (length > maxBytes) return
          done()
          const text = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()
          try {
            resolve(memberResponse(response, isText ? text : parsed(text)))
          } catch (error) {
            fail(error)
          }
        })
      })
      const giveUp = () => sent.destroy(new MemberUnreachable(`${this.server}: request timed out`))
      const deadline = setTimeout(giveUp, timeoutMs)
      const done = () => {
        clearTimeout(deadline)
        signal?.removeEventListener('abort', giveUp)
      }
      const fail = (error: unknown) => {
        done()
        reject(this.#unreachable(error, method, path))
      }
      sent.on('error', fail)
      // Node closes a request without an error after a switch of protocols.
      sent.on('close', () => fail(new MemberUnreachable(`${this.server}: no response`)))
      if (signal?.aborted) giveUp()
      signal?.addEventListener('abort', giveUp)
    })
  }

  /**
   * Passes the objects of a list to `take` as they arrive, and yields to the event loop between them. Rejects
   * with `MemberUnreachable`, with `SyntaxError` if the response is not a list, or with an error of `take`.
   */
  async list(
    { path, accept, timeoutMs = TIMEOUT_MS, signal }: ListRequest,
    take: (object: ReceivedText) => void,
  ): Promise<ListEnd> {
    const deadline = AbortSignal.timeout(timeoutMs)
    const end = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    let isTaking = false
    try {
      const response = await this.#open({ method: 'GET', path, ...(accept && { accept }) }, end)
      if (response.statusCode !== 200) return { refusal: memberResponse(response, await readBody(response)) }
      const reader = new ListReader()
      let length = 0
      let budget = new TimeBudget()
      for await (const chunk of response as AsyncIterable<Buffer>) {
        length += chunk.length
        if (length > MAX_PAGE_BYTES) throw tooLarge(MAX_PAGE_BYTES)
        for (const object of reader.push(chunk)) {
          isTaking = true
          take(object)
          isTaking = false
          if (!budget.isOver) continue
          await yieldToEventLoop()
          end.throwIfAborted()
          budget = new TimeBudget()
        }
      }
      return { metadata: reader.end() }
    } catch (error) {
      const reason = isTaking || error instanceof SyntaxError ? error : this.#unreachable(error, 'GET', path)
      if (isTaking && error instanceof ResponseRefused) this.refused('GET', path, error)
      throw reason
    }
  }

  /**
   * The lines of a streaming response, such as a watch. Calls `onOpen` when the response starts. Rejects with
   * `MemberUnreachable`.
   */
  async *stream(
    path: string,
    signal: AbortSignal,
    onOpen?: () => void,
  ): AsyncGenerator<ReceivedText, MemberResponse | undefined> {
    try {
      const response = await this.#open({ method: 'GET', path }, signal)
      if (response.statusCode !== 200) return memberResponse(response, await readBody(response))
      onOpen?.()
      yield* linesOf(response)
      return undefined
    } catch (error) {
      throw this.#unreachable(error, 'GET', path)
    }
  }

  close(): void {
    this.#transport.close()
  }

  #open(request: MemberRequest, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = this.#start(request, resolve, signal).on('error', reject)
      sent.on('close', () => reject(new MemberUnreachable(`${this.server}: no response`)))
    })
  }

  #start(
    { method, path, body, headers: more, ...types }: MemberRequest,
    onResponse: (response: IncomingMessage) => void,
    signal?: AbortSignal,
  ): ClientRequest {
    const { contentType = 'application/json', accept = 'application/json' } = types
    if (!this.#mayDial()) throw new MemberUnreachable(ANOTHER_LEADS)
    // A string body is sent in one write with the head.
    const text = body === undefined ? undefined : stringifyJson(body)
    const headers = ['User-Agent', USER_AGENT, 'Accept', accept]
    if (text !== undefined) {
      headers.push('Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(text)))
    }
    if (more !== undefined) headers.push(...Object.entries(more).flat())
    const request = { method, path, headers, ...(signal && { signal }) }
    const sent = this.#transport.request(request, onResponse)
    if (this.#onCall !== undefined) observeCall(sent, method, this.#onCall)
    // Another server may lead by the time there is a connection.
    sent.once('socket', (socket) =>
      whenConnected(socket, () => {
        if (this.#mayDial()) sent.end(text)
        else sent.destroy(new MemberUnreachable(ANOTHER_LEADS))
      }),
    )
    return sent
  }

  #unreachable(error: unknown, method: string, path: string): MemberUnreachable {
    if (error instanceof ResponseRefused) this.refused(method, path, error)
    if (error instanceof MemberUnreachable) return error
    const { name, message } = error as Error
    const why = name === 'TimeoutError' || name === 'AbortError' ? 'request timed out' : message
    return new MemberUnreachable(`${this.server}: ${why}`, { cause: error })
  }
}

function whenConnected(socket: Duplex & Partial<Pick<TLSSocket, 'connecting'>>, send: () => void): void {
  if (!socket.connecting) send()
  else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', send)
}

/** A call ends with the head of its response: the body of a watch lasts for hours. */
function observeCall(sent: ClientRequest, method: string, onCall: MemberCallObserver): void {
  const startedAt = performance.now()
  let isOver = false
  const end = (code: number) => {
    if (!isOver) onCall(method, code, (performance.now() - startedAt) / 1000)
    isOver = true
  }
  sent.once('response', ({ statusCode = 0 }) => end(statusCode))
  sent.once('close', () => end(0))
}

/** Statuses of an overloaded member. */
const BUSY: ReadonlySet<number> = new Set([429, 503])

function memberResponse({ statusCode: status = 0, headers }: IncomingMessage, body: unknown): MemberResponse {
  if (!BUSY.has(status)) return { status, body }
  const seconds = Number(headers['retry-after'])
  return { status, body, retryAfterMs: seconds > 0 ? seconds * 1000 : undefined }
}

const tooLarge = (bytes: number) => new ResponseRefused(`a response has more than ${bytes} bytes`)

/** The body of a response that is an error. */
async function readBody(response: IncomingMessage): Promise<unknown> {
  const collector = new TextCollector()
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (!collector.add(chunk)) throw tooLarge(MAX_OBJECT_BYTES)
  }
  return parsed(collector.take())
}

async function* linesOf(response: IncomingMessage): AsyncGenerator<ReceivedText> {
  const line = new TextCollector()
  for await (const chunk of response as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      line.add(chunk.subarray(start, end))
      const text = line.take()
      start = end + 1
      if (text !== '') yield text
    }
    line.add(chunk.subarray(start))
  }
}

function parsed(text: ReceivedText): unknown {
  try {
    return parseReceived(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
