import type { IncomingMessage } from 'node:http'

export interface FetchOptions {
  /** CA certificates in PEM instead of Node's. */
  readonly ca: string | undefined
  /** Aborts the fetch. */
  readonly signal: AbortSignal
}

const MAX_BYTES = 1024 * 1024
const MAX_REDIRECTS = 3

/** Fetches a JSON document over HTTPS. Rejects if it is missing, invalid or too large. */
export async function fetchJson(url: string, options: FetchOptions): Promise<unknown> {
  const response = await follow(url, options, MAX_REDIRECTS)
  const body = await readBody(url, response)
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Error(`${url} did not return JSON`)
  }
}

async function follow(url: string, options: FetchOptions, redirects: number): Promise<IncomingMessage> {
  if (!url.startsWith('https://')) throw new Error(`${url} is not an https URL`)
  const response = await request(url, options)
  const { statusCode = 0, headers } = response
  if (statusCode === 200) return response
  response.destroy()
  const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined
  if (!isRedirect || redirects === 0) throw new Error(`${url} returned ${statusCode}`)
  return follow(new URL(headers.location as string, url).href, options, redirects - 1)
}

/** Loaded lazily: most servers have no issuers. */
async function request(url: string, { ca, signal }: FetchOptions): Promise<IncomingMessage> {
  const { get } = await import('node:https')
  return new Promise((resolve, reject) => {
    get(url, { ca, signal, agent: false }, resolve).on('error', reject)
  })
}

async function readBody(url: string, response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  // Leaving the loop early destroys the response and its connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BYTES) throw new Error(`${url} returned more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
