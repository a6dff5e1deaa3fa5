import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { Readable } from 'node:stream'

/** Sends a request to a path of the server. */
export type SendRequest = (path: string, init?: RequestInit) => Promise<Response>

export interface ConnectionOptions {
  readonly url: string
  /** The certificate authority of a self-signed server. */
  readonly ca: string | undefined
}

/** Requests with a bearer token; without one if it is undefined. */
export function connect({ url, ca }: ConnectionOptions, token: string | undefined): SendRequest {
  return (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const withHeaders = { ...init, headers }
    return ca === undefined ? fetch(url + path, withHeaders) : fetchTrusting(ca, url + path, withHeaders)
  }
}

/** The contents of a file with an authority. */
export const readAuthority = (path: string): string => readFileSync(path, 'utf8')

/** Statuses whose responses have no body. */
const NO_BODY = [101, 204, 205, 304]

/** `fetch` with a certificate authority, which the one of Node does not take. */
function fetchTrusting(
  ca: string,
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit & { readonly headers: Headers },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const options = { method, ca, headers: Object.fromEntries(headers), ...(signal && { signal }) }
    const sent = request(url, options, (message) => {
      const { statusCode = 500, statusMessage = '' } = message
      const stream = NO_BODY.includes(statusCode)
        ? null
        : (Readable.toWeb(message) as globalThis.ReadableStream)
      const received = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      resolve(
        new Response(stream, {
          status: statusCode,
          statusText: statusMessage,
          headers: received,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body as string | Uint8Array | undefined)
  })
}
