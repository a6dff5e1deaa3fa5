import { once } from 'node:events'
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { mistakesIn } from './kube-mistakes.js'

/** A request to a member. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly contentType: string | undefined
  readonly body: unknown
}

/** A response that replaces the member's. */
export interface FrontResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or a string that is sent as it is. */
  readonly body: unknown
}

const NOTHING_THERE: FrontResponse = { status: 404, body: '404 page not found\n' }

/** The 429 of an overloaded server: text, and Retry-After. */
export const THROTTLED: FrontResponse = {
  status: 429,
  headers: { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' },
  body: 'Too many requests, please try again later.\n',
}

/**
 * A proxy that makes a member behave like a current cluster: it hides our own groups, requires a token, and records requests
 * that kube-apiserver would reject. A test may replace responses, and end watches.
 */
export class KubeFront {
  readonly url: string
  readonly requests: SeenRequest[] = []
  /** Requests that kube-apiserver would reject or handle differently. */
  readonly mistakes: string[] = []
  /** Returns a response that replaces the member's, or undefined. A promise delays the request. */
  intercept: (request: SeenRequest) => FrontResponse | undefined | Promise<undefined> = () => undefined
  /** The paths of writes that reached the member. */
  readonly writtenPaths: string[] = []
  readonly #server: Server
  readonly #behind: string
  readonly #token: string
  readonly #watches = new Set<ServerResponse>()

  static async start(behind: string, token: string): Promise<KubeFront> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new KubeFront(server, behind, token)
  }

  private constructor(server: Server, behind: string, token: string) {
    this.#server = server
    this.#behind = behind
    this.#token = token
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => {
      // A canceled request does not fail the test.
      this.#respond(request, response).catch((error) => response.destroy(error))
    })
  }

  /** The requests of a method for a path or paths below it. */
  asked(method: string, path: string): readonly SeenRequest[] {
    return this.requests.filter((request) => request.method === method && request.path.startsWith(path))
  }

  get openWatches(): number {
    return this.#watches.size
  }

  /** Ends all watches, after an event if there is one. */
  endWatches(event?: object): void {
    for (const watch of this.#watches)
      watch.end(event === undefined ? undefined : `${JSON.stringify(event)}\n`)
    this.#watches.clear()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url)
    const body = await text(request)
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      contentType: request.headers['content-type'],
      body: body === '' ? undefined : JSON.parse(body),
    }
    this.requests.push(seen)
    this.mistakes.push(...mistakesIn(seen))
    const intercepted =
      request.headers.authorization !== `Bearer ${this.#token}`
        ? {
            status: 401,
            body: { kind: 'Status', code: 401, reason: 'Unauthorized', message: 'Unauthorized' },
          }
        : /^\/apis\/(extensions|federation)(\/|$)/.test(pathname)
          ? NOTHING_THERE
          : await this.intercept(seen)
    if (intercepted !== undefined) send(response, intercepted)
    else this.#forward(request, response, body, searchParams.has('watch'))
  }

  #forward(request: IncomingMessage, response: ServerResponse, body: string, isWatch: boolean): void {
    const { authorization: _, ...headers } = request.headers
    const sent = forward(this.#behind + request.url, { method: request.method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers)
      upstream.pipe(response)
      if (request.method !== 'GET') this.writtenPaths.push(new URL(request.url ?? '', this.url).pathname)
    })
    if (isWatch) this.#watches.add(response)
    response.on('close', () => {
      this.#watches.delete(response)
      sent.destroy()
    })
    sent.on('error', () => response.destroy())
    sent.end(body)
  }
}

function send(response: ServerResponse, { status, headers, body }: FrontResponse): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
  response.end(isText ? body : JSON.stringify(body))
}
