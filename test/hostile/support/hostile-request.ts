import { DEPLOYMENTS } from '#test/support/objects.js'
import type { HostileServer } from './hostile-server.js'

/** A request of a malicious or broken client. */
export interface HostileRequest {
  /** Describes the request. */
  readonly name: string
  /** Allowed status codes. They show that the request got as far as intended. */
  readonly expect: readonly number[]
  /** Sends the request, and resolves with all responses. The test measures the whole call. */
  readonly send: (server: HostileServer) => Promise<readonly HostileResponse[]>
  /** Prepares the server; not measured. */
  readonly prepare?: (server: HostileServer) => Promise<unknown>
  /** Number of requests, if it exceeds the number of responses. */
  readonly requests?: number
  /** Maximum size of a response in bytes, if it may exceed `RESPONSE_LIMIT`. */
  readonly responseLimit?: number
}

export interface HostileResponse {
  readonly status: number
  readonly size: number
  /** The first characters of the body. */
  readonly beginning: string
}

/** One HTTP request. */
export interface PlainRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

interface Sending {
  readonly expect: number | readonly number[]
  /** Called right before the request is sent, so that not all bodies are in memory together. */
  readonly request: () => PlainRequest
  /** Number of concurrent requests; 1 by default. */
  readonly times?: number
  readonly prepare?: (server: HostileServer) => Promise<unknown>
  readonly responseLimit?: number
}

/** A request that is sent once, or several times concurrently. */
export function hostile(name: string, { expect, request, times = 1, ...rest }: Sending): HostileRequest {
  return {
    name,
    expect: typeof expect === 'number' ? [expect] : expect,
    send: (server) => {
      const made = request()
      return Promise.all(Array.from({ length: times }, () => server.send(made)))
    },
    ...rest,
  }
}

export const MIB = 1024 * 1024
/** Nearly the maximum size of a body. */
export const NEARLY_ALL = 3 * MIB - 4096

/** The request that creates a deployment with this body. */
export const creation = (
  body: Buffer | string,
  { query = '', contentType = 'application/json' } = {},
): PlainRequest => ({
  method: 'POST',
  path: `${DEPLOYMENTS}${query}`,
  headers: { 'content-type': contentType },
  body,
})

/** Repeats a string up to this many characters. */
export const filled = (text: string, size = NEARLY_ALL) => text.repeat(Math.floor(size / text.length))

/** Joins numbered strings with commas, up to this many characters. */
export function listed(element: (index: number) => string, size = NEARLY_ALL): string {
  const elements: string[] = []
  for (let length = 0, index = 0; ; index++) {
    const text = element(index)
    length += text.length + 1
    if (length > size) return elements.join(',')
    elements.push(text)
  }
}
