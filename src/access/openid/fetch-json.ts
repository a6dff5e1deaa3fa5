import type { IncomingMessage } from 'node:http'

export interface FetchOptions {
  /** Certificates in PEM to trust in place of those that Node brings. */
  readonly ca: string | undefined
  /** Ends the fetch, whatever has arrived. */
  readonly signal: AbortSignal
}

const MAX_BYTES = 1024 * 1024
const MAX_REDIRECTS = 3

/** Reads a JSON document over TLS. Rejects when there is none, or more than can be meant. */
export async function fetchJson(url: string, options: FetchOptions): Promise<unknown> {
  const response = await follow(url, options, MAX_REDIRECTS)
  const body = await readBody(url, response)
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Error(`${url} answers with what is not JSON`)
  }
}

async function follow(url: string, options: FetchOptions, redirects: number): Promise<IncomingMessage> {
  if (!url.startsWith('https://')) throw new Error(`${url} is not a URL with https`)
  const response = await request(url, options)
  const { statusCode = 0, headers } = response
  if (statusCode === 200) return response
  response.destroy()
  const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined
  if (!isRedirect || redirects === 0) throw new Error(`${url} answers with ${statusCode}`)
  return follow(new URL(headers.location as string, url).href, options, redirects - 1)
}

/** The client is loaded only now: most servers have no issuers. */
async function request(url: string, { ca, signal }: FetchOptions): Promise<IncomingMessage> {
  const { get } = await import('node:https')
  return new Promise((resolve, reject) => {
    get(url, { ca, signal, agent: false }, resolve).on('error', reject)
  })
}

async function readBody(url: string, response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  // A loop that is left early destroys the response, and with it the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BYTES) throw new Error(`${url} answers with more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
