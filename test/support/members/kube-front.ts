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

/** A request that a member was sent. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly contentType: string | undefined
  readonly body: unknown
}

/** A response in place of that of the member. */
export interface FrontResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or a text as it is. */
  readonly body: unknown
}

const NOTHING_THERE: FrontResponse = { status: 404, body: '404 page not found\n' }

/** The response of a server that has too much to do: text, and when to come back. */
export const THROTTLED: FrontResponse = {
  status: 429,
  headers: { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' },
  body: 'Too many requests, please try again later.\n',
}

/**
 * Stands before a member, and makes of it a cluster of today: there is no group of ours, a token is asked for, and what
 * kube-apiserver would reject is noted. A test may replace the response of the member, and end watches.
 */
export class KubeFront {
  readonly url: string
  readonly requests: SeenRequest[] = []
  /** What kube-apiserver would have rejected, or done otherwise with than is wanted. */
  readonly mistakes: string[] = []
  /** The response in place of that of the member, if there is one; a promise holds the request up. */
  intercept: (request: SeenRequest) => FrontResponse | undefined | Promise<undefined> = () => undefined
  /** The paths of writes that the member has served. */
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
      // A request that its sender gives up on is no failure of the test.
      this.#respond(request, response).catch((error) => response.destroy(error))
    })
  }

  /** The requests of a method for a path, or for what is below. */
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
