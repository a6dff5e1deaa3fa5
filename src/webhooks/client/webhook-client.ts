import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { DeepBody, MAX_DEPTH, OversizedBody } from '#codec/codec.js'
import { codecs } from '#codec/codecs.js'
import { AddressRules, checkedLookup } from '#util/address-rules.js'
import { endOfLongStep } from '#util/event-loop.js'
import { excerpt } from '#util/excerpt.js'
import { stringifyJson } from '#util/json-integers.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

/** A webhook was not asked, or did not answer as it has to. The message says which request that was. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure'
}

export interface WebhookCall {
  readonly endpoint: WebhookEndpoint
  /** What is sent, as JSON. */
  readonly body: unknown
  /** How long the whole answer may take. */
  readonly timeoutSeconds: number
  /** How long the answer may be. */
  readonly maxBytes?: number
  /** Parses the answer. Left out, it may be made of no more than a body of a request. */
  readonly decode?: (body: Buffer) => unknown
}

/** The largest answer about one object. */
const MAX_BYTES = 8 * 1024 * 1024
/** Requests to one webhook at a time. More wait for a connection. */
const CONNECTIONS = 64
/** Connections that are not used for so long are closed. */
const IDLE_MS = 60_000
const MAX_WORDS = 512

/**
 * Calls webhooks of all sorts, over HTTPS alone and on connections that are kept. Redirects are not followed; names are
 * resolved once per connection, and the address is checked then.
 */
export class WebhookClient {
  readonly #rules = new AddressRules()
  readonly #lookup = checkedLookup(this.#rules)
  /** Tells connections apart by address, authorities and server name. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE_MS })

  /** The parsed JSON of the answer. Rejects with `WebhookFailure`. */
  async call(call: WebhookCall): Promise<unknown> {
    const { endpoint, body, timeoutSeconds, maxBytes = MAX_BYTES, decode = codecs.json.decodeExactly } = call
    const query = `timeout=${timeoutSeconds}s`
    try {
      const late = endOfLongStep()
      if (late !== undefined) await late
      const content = Buffer.from(stringifyJson(body))
      await endOfLongStep()
      const signal = AbortSignal.timeout(timeoutSeconds * 1000)
      const response = await this.#open(endpoint, query, content, signal)
      const received = await readBytes(response, maxBytes)
      const busy = endOfLongStep()
      if (busy !== undefined) await busy
      return await decodeResponse(response.statusCode ?? 0, received, decode)
    } catch (error) {
      throw new WebhookFailure(`Post "${endpoint.url}?${query}": ${reasonOf(error)}`, { cause: error })
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  #open(
    { host, port, path, serverName, ca }: WebhookEndpoint,
    query: string,
    content: Buffer,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      // An address in place of a name is never looked up.
      if (isIP(host)) this.#rules.expectAllowed(host)
      const sent = httpsRequest(
        {
          agent: this.#agent,
          hostname: host,
          port,
          method: 'POST',
          path: `${path}?${query}`,
          // Certificates name addresses besides host names, but the handshake does not.
          servername: isIP(serverName) ? '' : serverName,
          ca,
          rejectUnauthorized: true,
          lookup: this.#lookup,
          signal,
          headers: {
            Accept: 'application/json',
            'Content-Type': 'application/json',
            'Content-Length': content.length,
            'User-Agent': 'binnacle-admission',
          },
        },
        resolve,
      )
      sent.on('error', reject)
      sent.end(content)
    })
  }
}

async function decodeResponse(
  status: number,
  body: Buffer,
  decode: (body: Buffer) => unknown,
): Promise<unknown> {
  if (status >= 500) {
    const said = JSON.stringify(excerptOf(body))
    throw new Error(`an error on the server (${said}) has prevented the request from succeeding`)
  }
  if (status !== 200) {
    throw new Error(`the server responded with the status code ${status} but did not return more information`)
  }
  try {
    return await decode(body)
  } catch (error) {
    // What is made of too much may well be JSON.
    if (error instanceof OversizedBody) throw new Error(`the answer is too large: ${error.message}`)
    if (error instanceof DeepBody) throw new Error(`the answer nests more than ${MAX_DEPTH} levels deep`)
    throw new Error(`the answer is no JSON: ${JSON.stringify(excerptOf(body))}`)
  }
}

/** A character takes four bytes at most. */
const excerptOf = (body: Buffer) => excerpt(body.toString('utf8', 0, 4 * MAX_WORDS), MAX_WORDS)

function reasonOf(error: unknown): string {
  const { name, message } = error as Error
  return name === 'TimeoutError' || name === 'AbortError' ? 'context deadline exceeded' : message
}

async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
