import type { IncomingMessage } from 'node:http'
import type { Upstream } from '#proxy/upstream.js'
import { frontProxyHeaders } from '#proxy/user-headers.js'

const TIMEOUT_MS = 5_000
/** The OpenAPI document of a large server. */
const MAX_BYTES = 32 * 1024 * 1024

/** The server itself, as kube-apiserver names itself. */
const AGGREGATOR = frontProxyHeaders({
  name: 'system:kube-aggregator',
  uid: undefined,
  groups: ['system:masters'],
  extra: {},
}).flat()

/** Another server responds, but not with the document. */
export class NoDocument extends Error {
  override readonly name = 'NoDocument'
  /** The status code; undefined for a success that is not the document. */
  readonly code: number | undefined

  constructor(message: string, code?: number) {
    super(message)
    this.code = code
  }
}

/** The body of a response of another server, in JSON. Rejects with what went wrong. */
export async function readDocument(
  upstream: Upstream,
  path: string,
  method = 'GET',
  timeoutMs = TIMEOUT_MS,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const length = method === 'GET' ? [] : ['Content-Length', '0']
  const headers = ['Accept', 'application/json', ...length, ...AGGREGATOR]
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = upstream.request({ method, path, headers, signal }, resolve)
      sent.on('error', reject)
      // Node closes a request without an error after a switch of protocols that nobody asked for.
      sent.on('close', () => reject(new Error('no response')))
      sent.end()
    })
    return await bodyOf(response, upstream.server + path)
  } catch (error) {
    if (signal.aborted) throw new Error(`no response within ${timeoutMs / 1000}s`)
    throw error
  }
}

async function bodyOf(response: IncomingMessage, url: string): Promise<Buffer> {
  const { statusCode = 0 } = response
  const isSuccess = statusCode >= 200 && statusCode < 300
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    // The connection of a longer response is not used again.
    if (size > MAX_BYTES) throw new NoDocument(`more than ${MAX_BYTES} bytes from ${url}`)
    if (isSuccess) chunks.push(chunk)
  }
  if (!isSuccess) throw new NoDocument(`bad status from ${url}: ${statusCode}`, statusCode)
  return Buffer.concat(chunks)
}
