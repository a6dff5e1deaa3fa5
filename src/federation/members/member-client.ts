import { lookup as resolveName } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { hostname } from 'node:os'
import { AddressRules } from './address-rules.js'
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
  readonly #base: URL
  readonly #headers: Readonly<Record<string, string>>

  /** Nothing is sent while `mayDial` returns false. */
  constructor(access: MemberAccess, rules = new AddressRules(), mayDial = () => true) {
    this.#access = access
    this.#mayDial = mayDial
    this.#base = new URL(access.server)
    const isSecure = this.#base.protocol === 'https:'
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
    this.#request = isSecure ? (httpsRequest as typeof httpRequest) : httpRequest
    // An address in place of a name is never looked up.
    const host = this.#base.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host)) rules.expectAllowed(host)
    this.#headers = {
      Accept: 'application/json',
      'User-Agent': USER_AGENT,
      ...(access.token && { Authorization: `Bearer ${access.token}` }),
    }
  }

  get server(): string {
    return this.#access.server
  }

  /** Rejects with `MemberUnreachable`. */
  async send(request: MemberRequest, signal?: AbortSignal): Promise<MemberAnswer> {
    const deadline = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)
    const end = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    try {
      const response = await this.#open(request, end)
      const text = await readText(response, request.mostBytes)
      return { status: response.statusCode ?? 0, body: request.isText === true ? text : parsed(text) }
    } catch (error) {
      throw this.#unreachable(error)
    }
  }

  /** The lines of an answer that goes on, such as a watch, as they come. Rejects with `MemberUnreachable`. */
  async *stream(path: string, signal: AbortSignal): AsyncGenerator<unknown, MemberAnswer | undefined> {
    try {
      const response = await this.#open({ method: 'GET', path }, signal)
      const { statusCode: status = 0 } = response
      if (status !== 200) return { status, body: parsed(await readText(response)) }
      for await (const line of linesOf(response)) yield JSON.parse(line)
      return undefined
    } catch (error) {
      throw this.#unreachable(error)
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  #open(
    { method, path, body, contentType = 'application/json', accept }: MemberRequest,
    signal: AbortSignal,
  ) {
    const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    return new Promise<IncomingMessage>((resolve, reject) => {
      if (!this.#mayDial()) throw new MemberUnreachable('members are looked after by another server now')
      const sent = this.#request(
        {
          agent: this.#agent,
          protocol: this.#base.protocol,
          hostname: this.#base.hostname.replace(/^\[|\]$/g, ''),
          port: this.#base.port,
          method,
          path: this.#base.pathname.replace(/\/$/, '') + path,
          signal,
          headers: {
            ...this.#headers,
            ...(accept && { Accept: accept }),
            ...(content && { 'Content-Type': contentType, 'Content-Length': content.length }),
          },
        },
        resolve,
      )
      sent.on('error', reject)
      sent.end(content)
    })
  }

  #unreachable(error: unknown): MemberUnreachable {
    if (error instanceof MemberUnreachable) return error
    const { name, message } = error as Error
    const why = name === 'TimeoutError' || name === 'AbortError' ? 'no answer in time' : message
    return new MemberUnreachable(`${this.server}: ${why}`, { cause: error })
  }
}

function checkedLookup(rules: AddressRules): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, options, (error, address, family) => {
      if (error) {
        callback(error, '', 4)
        return
      }
      try {
        const all = Array.isArray(address) ? address.map((entry) => entry.address) : [address as string]
        for (const one of all) rules.expectAllowed(one)
      } catch (refused) {
        callback(refused as Error, '', 4)
        return
      }
      callback(null, address, family)
    })
  }
}

async function readText(response: IncomingMessage, mostBytes = MOST_BYTES): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostBytes) throw new MemberUnreachable(`an answer has more than ${mostBytes} bytes`)
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
