import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { MAX_DEPTH, OversizedBody, TooDeepBody } from '#codec/codec.js'
import { codecs } from '#codec/codecs.js'
import type { TraceStep } from '#observe/trace/request-trace.js'
import { endOfLongStep } from '#util/event-loop.js'
import { excerpt } from '#util/excerpt.js'
import { checkedLookup, type DialRules } from '#util/net/address-rules.js'
import { stringifyJson } from '#util/text/json-integers.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

/** A call failed or its response was invalid. The message names the request. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure'
}

export interface WebhookCall {
  readonly endpoint: WebhookEndpoint
  /** Sent as JSON. */
  readonly body: unknown
  /** Timeout for the whole response. */
  readonly timeoutSeconds: number
  /** Maximum length of the response. */
  readonly maxBytes?: number
  /** Parses the response; by default with the limits of a request body. */
  readonly decode?: (body: Buffer) => unknown
  /** The step of the request that waits for the call; undefined without one. */
  readonly step?: TraceStep | undefined
}

/** The largest response for one object. */
const MAX_BYTES = 8 * 1024 * 1024
/** Concurrent requests to one webhook. Others wait for a connection. */
const CONNECTIONS = 64
/** Idle connections are closed after this time. */
const IDLE_MS = 60_000
const MAX_WORDS = 512

/**
 * Calls webhooks over HTTPS on persistent connections. It does not follow redirects. It resolves names once per
 * connection and checks the address.
 */
export class WebhookClient {
  /** Each pools connections by address, CA and server name: only those that its rules allow. */
  readonly #agents = new Map<DialRules, Agent>()

  /** Resolves with the parsed response. Rejects with `WebhookFailure`. */
  async call(call: WebhookCall): Promise<unknown> {
    const { endpoint, body, timeoutSeconds, maxBytes = MAX_BYTES, decode = codecs.json.decodeExactly } = call
    const { step } = call
    try {
      const late = endOfLongStep()
      if (late !== undefined) await late
      const content = Buffer.from(stringifyJson(body))
      await endOfLongStep()
      const signal = AbortSignal.timeout(timeoutSeconds * 1000)
      const response = await this.#open(endpoint, content, signal, step?.headers)
      const received = await readBytes(response, maxBytes)
      const busy = endOfLongStep()
      if (busy !== undefined) await busy
      const decoded = await decodeResponse(response.statusCode ?? 0, received, decode)
      step?.end()
      return decoded
    } catch (error) {
      step?.end(reasonOf(error))
      throw new WebhookFailure(`Post "${endpoint.url}": ${reasonOf(error)}`, { cause: error })
    }
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy()
  }

  #open(
    { host, port, path, rules, serverName, ca }: WebhookEndpoint,
    content: Buffer,
    signal: AbortSignal,
    traceHeaders: Record<string, string> | undefined,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      // IP addresses are never resolved, so they are checked here.
      if (isIP(host)) rules.expectAllowed(host)
      const sent = httpsRequest(
        {
          agent: this.#agentOf(rules),
          hostname: host,
          port,
          method: 'POST',
          path,
          // SNI allows host names only.
          servername: isIP(serverName) ? '' : serverName,
          ca,
          rejectUnauthorized: true,
          signal,
          headers: {
            Accept: 'application/json',
            'Content-Type': 'application/json',
            'Content-Length': content.length,
            'User-Agent': 'binnacle-admission',
            ...traceHeaders,
          },
        },
        resolve,
      )
      sent.on('error', reject)
      sent.end(content)
    })
  }

  #agentOf(rules: DialRules): Agent {
    let agent = this.#agents.get(rules)
    if (agent === undefined) {
      const lookup = checkedLookup(rules)
      agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE_MS, lookup })
      this.#agents.set(rules, agent)
    }
    return agent
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
    // The body may be valid JSON, but too large.
    if (error instanceof OversizedBody) throw new Error(`the response is too large: ${error.message}`)
    if (error instanceof TooDeepBody) throw new Error(`the response nests more than ${MAX_DEPTH} levels deep`)
    throw new Error(`the response is not JSON: ${JSON.stringify(excerptOf(body))}`)
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
    if (length > maxBytes) throw new Error(`the response has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
