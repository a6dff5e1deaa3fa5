import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { AddressRules, checkedLookup } from '../../util/address-rules.js'
import type { MemberAccess } from './kubeconfig.js'

/** A member was not asked, or did not answer as it has to: not at all, too late, with too much, or with something else than JSON. */
export class MemberUnreachable extends Error {
  override readonly name = 'MemberUnreachable'
}

export interface MemberRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its query. */
  readonly path: string
  readonly body?: unknown
  /** Of the body; JSON when left out. */
  readonly contentType?: string
  /** How long the whole answer may take. */
  readonly timeoutMs?: number
  /** How long the answer may be. */
  readonly mostBytes?: number
  /** What the answer may be, where that is more than JSON. */
  readonly accept?: string
  /** Whether the answer is text, even if it could be read as JSON. */
  readonly isText?: boolean
}

export interface MemberAnswer {
  readonly status: number
  /** The parsed JSON; a text where the answer is none. */
  readonly body: unknown
  /** How long a member that has too much to do wants to be left alone. */
  readonly retryAfterMs?: number | undefined
}

const TIMEOUT_MS = 30_000
/** The largest answer that is read: a page of a list. */
const MOST_BYTES = 64 * 1024 * 1024
/** Tells operators of members which of several servers is asking. */
const USER_AGENT = `binnacle-federation/${process.pid} (${hostname().replace(/[^\w.-]/g, '')})`
/** Requests to one member at a time. More wait for a connection. */
const CONNECTIONS = 32

/**
 * Talks to one member cluster, on connections that are kept. Redirects are answers like any other and are not followed; names
 * are resolved once per connection and the address is checked then.
 */
export class MemberClient {
  readonly #access: MemberAccess
  readonly #mayDial: () => boolean
  readonly #agent: HttpAgent
  readonly #request: typeof httpRequest
  /** Where the member is, as requests are told. */
  readonly #place: {
    readonly protocol: string
    readonly hostname: string
    readonly port: string
    readonly path: string
  }
  /** Of every request: names and values by turns. */
  readonly #headers: readonly string[]

  /** Nothing is sent while `mayDial` returns false. */
  constructor(access: MemberAccess, rules = new AddressRules(), mayDial = () => true) {
    this.#access = access
    this.#mayDial = mayDial
    const { protocol, host: authority, hostname, port, pathname } = new URL(access.server)
    const host = hostname.replace(/^\[|\]$/g, '')
    this.#place = { protocol, hostname: host, port, path: pathname.replace(/\/$/, '') }
    const isSecure = protocol === 'https:'
    const options = { keepAlive: true, maxSockets: CONNECTIONS, lookup: checkedLookup(rules) }
    this.#agent = isSecure
      ? new HttpsAgent({
          ...options,
          ca: access.ca,
          cert: access.certificate,
          key: access.key,
          servername: access.serverName,
        })
      : new HttpAgent(options)
    // All connections are to the same place: its name need not be put together, with all certificates, for each request.
    this.#agent.getName = () => 'member'
    this.#request = isSecure ? (httpsRequest as typeof httpRequest) : httpRequest
    // An address in place of a name is never looked up.
    if (isIP(host)) rules.expectAllowed(host)
    this.#headers = [
      ['Host', authority],
      ['User-Agent', USER_AGENT],
      ...(access.token ? [['Authorization', `Bearer ${access.token}`]] : []),
    ].flat()
  }

  get server(): string {
    return this.#access.server
  }

  /**
   * Rejects with `MemberUnreachable`. Thousands of these are under way in a second: a deadline is a timer, and the answer is read
   * as it comes, which costs a fraction of signals and iterators.
   */
  send(request: MemberRequest, signal?: AbortSignal): Promise<MemberAnswer> {
    const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES, isText = false } = request
    return new Promise((resolve, reject) => {
      const sent = this.#start(request, (response) => {
        const chunks: Buffer[] = []
        let length = 0
        response.on('error', fail)
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          chunks.push(chunk)
          if (length > mostBytes) {
            sent.destroy(new MemberUnreachable(`an answer has more than ${mostBytes} bytes`))
          }
        })
        response.on('end', () => {
          if (length > mostBytes) return
          done()
          const text = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()
          resolve(answerOf(response, isText ? text : parsed(text)))
        })
      })
      const giveUp = () => sent.destroy(new MemberUnreachable(`${this.server}: no answer in time`))
      const deadline = setTimeout(giveUp, timeoutMs)
      const done = () => {
        clearTimeout(deadline)
        signal?.removeEventListener('abort', giveUp)
      }
      const fail = (error: unknown) => {
        done()
        reject(this.#unreachable(error))
      }
      sent.on('error', fail)
      if (signal?.aborted) giveUp()
      signal?.addEventListener('abort', giveUp)
    })
  }

  /** The lines of an answer that goes on, such as a watch, as they come. Rejects with `MemberUnreachable`. */
  async *stream(path: string, signal: AbortSignal): AsyncGenerator<string, MemberAnswer | undefined> {
    try {
      const response = await this.#open({ method: 'GET', path }, signal)
      if (response.statusCode !== 200) return answerOf(response, parsed(await readText(response)))
      yield* linesOf(response)
      return undefined
    } catch (error) {
      throw this.#unreachable(error)
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  #open(request: MemberRequest, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      this.#start(request, resolve, signal).on('error', reject)
    })
  }

  #start(
    { method, path, body, contentType = 'application/json', accept = 'application/json' }: MemberRequest,
    answered: (response: IncomingMessage) => void,
    signal?: AbortSignal,
  ): ClientRequest {
    if (!this.#mayDial()) throw new MemberUnreachable('members are looked after by another server now')
    // A text leaves in one piece with the head of the request.
    const text = body === undefined ? undefined : JSON.stringify(body)
    // As a list of names and values, which Node takes as they are.
    const headers = [...this.#headers, 'Accept', accept]
    if (text !== undefined) {
      headers.push('Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(text)))
    }
    const { protocol, hostname, port, path: base } = this.#place
    const options = { agent: this.#agent, protocol, hostname, port, method, path: base + path, headers }
    const sent = this.#request(signal === undefined ? options : { ...options, signal }, answered)
    sent.end(text)
    return sent
  }

  #unreachable(error: unknown): MemberUnreachable {
    if (error instanceof MemberUnreachable) return error
    const { name, message } = error as Error
    const why = name === 'TimeoutError' || name === 'AbortError' ? 'no answer in time' : message
    return new MemberUnreachable(`${this.server}: ${why}`, { cause: error })
  }
}

/** The statuses of members that have too much to do. */
const BUSY: ReadonlySet<number> = new Set([429, 503])

function answerOf({ statusCode: status = 0, headers }: IncomingMessage, body: unknown): MemberAnswer {
  if (!BUSY.has(status)) return { status, body }
  const seconds = Number(headers['retry-after'])
  return { status, body, retryAfterMs: seconds > 0 ? seconds * 1000 : undefined }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MOST_BYTES) throw new MemberUnreachable(`an answer has more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      rest.push(chunk.subarray(start, end))
      const line = Buffer.concat(rest).toString()
      rest = []
      length = 0
      start = end + 1
      if (line !== '') yield line
    }
    rest.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > MOST_BYTES) throw new MemberUnreachable(`a line has more than ${MOST_BYTES} bytes`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
