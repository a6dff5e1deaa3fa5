import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { AddressRules, checkedLookup } from '../../util/address-rules.js'
import { excerpt } from '../../util/excerpt.js'
import { parseJson, stringifyJson } from '../../util/json-integers.js'
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
  readonly mostBytes?: number
}

/** The largest answer about one object. */
const MOST_BYTES = 8 * 1024 * 1024
/** Requests to one webhook at a time. More wait for a connection. */
const CONNECTIONS = 64
/** Connections that are not used for so long are closed. */
const IDLE_MS = 60_000
const MOST_WORDS = 512

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
  async call({ endpoint, body, timeoutSeconds, mostBytes = MOST_BYTES }: WebhookCall): Promise<unknown> {
    const query = `timeout=${timeoutSeconds}s`
    try {
      const signal = AbortSignal.timeout(timeoutSeconds * 1000)
      const response = await this.#open(endpoint, query, Buffer.from(stringifyJson(body)), signal)
      return answerOf(response.statusCode ?? 0, await readText(response, mostBytes))
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

function answerOf(status: number, text: string): unknown {
  if (status >= 500) {
    const said = JSON.stringify(excerpt(text, MOST_WORDS))
    throw new Error(`an error on the server (${said}) has prevented the request from succeeding`)
  }
  if (status !== 200) {
    throw new Error(`the server responded with the status code ${status} but did not return more information`)
  }
  try {
    return parseJson(text)
  } catch {
    throw new Error(`the answer is no JSON: ${JSON.stringify(excerpt(text, MOST_WORDS))}`)
  }
}

function reasonOf(error: unknown): string {
  const { name, message } = error as Error
  return name === 'TimeoutError' || name === 'AbortError' ? 'context deadline exceeded' : message
}

async function readText(response: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostBytes) throw new Error(`the answer has more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
