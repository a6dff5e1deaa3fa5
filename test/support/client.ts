import { watchEvents } from './stream.js'

/** A small JSON client for tests: every response with its status, headers and body. */

// biome-ignore lint/suspicious/noExplicitAny: responses have every shape, and a test that reads the wrong property fails.
export type Json = any

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly text: string
  readonly body: Json
}

export class Client {
  readonly #url: () => string

  get url(): string {
    return this.#url()
  }

  /** A function as the URL is called at each request. */
  constructor(url: string | (() => string)) {
    this.#url = typeof url === 'string' ? () => url : url
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.send('POST', path, body, headers)
  }

  put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.send('PUT', path, body, headers)
  }

  delete(path: string, body?: unknown): Promise<ApiResponse> {
    return this.send('DELETE', path, body)
  }

  /** The first events of a watch. */
  watch(path: string, count: number, headers: Record<string, string> = {}): Promise<Json[]> {
    return watchEvents(this.#url() + path, count, headers)
  }

  /** A response whose body is not read yet. */
  open(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.#url() + path, { headers })
  }

  /** Sends a string body as it is, and anything else as JSON. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const init: RequestInit = { method, headers: { accept: 'application/json', ...headers } }
    if (body !== undefined) {
      init.body = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
      init.headers = { 'content-type': 'application/json', ...init.headers }
    }
    const response = await fetch(this.#url() + path, init)
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }
}
