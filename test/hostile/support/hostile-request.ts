import { DEPLOYMENTS } from '#test/support/objects.js'
import type { HostileServer } from './hostile-server.js'

/** What a client with bad intentions sends, or one with a broken program. */
export interface HostileRequest {
  /** A sentence that says what is sent. */
  readonly name: string
  /** Which codes a response may have. What is expected shows that the request got as far as it was meant to. */
  readonly expect: readonly number[]
  /** Sends it, and resolves with every response. Whatever happens here is measured. */
  readonly send: (server: HostileServer) => Promise<readonly HostileResponse[]>
  /** What has to be there before; not measured. */
  readonly prepare?: (server: HostileServer) => Promise<unknown>
  /** How many requests it stands for, where there are more than responses. */
  readonly requests?: number
  /** The size that a response may have, in bytes, where that is more than `RESPONSE_LIMIT`. */
  readonly responseLimit?: number
}

export interface HostileResponse {
  readonly status: number
  readonly size: number
  /** The first characters of the body. */
  readonly beginning: string
}

/** One request of HTTP. */
export interface PlainRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

interface Sending {
  readonly expect: number | readonly number[]
  /** Made when it is about to be sent, so that not all of them are in memory together. */
  readonly request: () => PlainRequest
  /** How many of it are sent at once; one when left out. */
  readonly times?: number
  readonly prepare?: (server: HostileServer) => Promise<unknown>
  readonly responseLimit?: number
}

/** A request that is sent once, or several times at once. */
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
/** Nearly as much as a body may hold. */
export const NEARLY_ALL = 3 * MIB - 4096

/** A body that is sent to create a deployment. */
export const creation = (
  body: Buffer | string,
  { query = '', contentType = 'application/json' } = {},
): PlainRequest => ({
  method: 'POST',
  path: `${DEPLOYMENTS}${query}`,
  headers: { 'content-type': contentType },
  body,
})

/** The same text so often that it fills so many characters. */
export const filled = (text: string, size = NEARLY_ALL) => text.repeat(Math.floor(size / text.length))

/** Texts made from numbers, parted by commas, until they fill so many characters. */
export function listed(element: (index: number) => string, size = NEARLY_ALL): string {
  const elements: string[] = []
  for (let length = 0, index = 0; ; index++) {
    const text = element(index)
    length += text.length + 1
    if (length > size) return elements.join(',')
    elements.push(text)
  }
}
