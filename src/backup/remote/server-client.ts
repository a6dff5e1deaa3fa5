import type { IncomingMessage } from 'node:http'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { DirectUpstream } from '#proxy/direct-upstream.js'
import { TransferError } from '#transfer/progress.js'
import { AddressRules } from '#util/net/address-rules.js'

/** The user named the server, so any address is allowed. */
const ANYWHERE = new AddressRules(['0.0.0.0/0', '::/0'])

/** How long a server may take to begin a response. */
const RESPONSE_MS = 60_000
/** Longer than a server is silent while it sends. */
const SILENCE_MS = 60_000
/** No error response is longer. */
const MAX_BODY_BYTES = 1024 * 1024

/** Requests of a command to a server. Every method rejects with `TransferError`. */
export class ServerClient {
  readonly #upstream: DirectUpstream

  constructor(access: MemberAccess) {
    this.#upstream = new DirectUpstream(access, ANYWHERE)
  }

  get server(): string {
    return this.#upstream.server
  }

  /** The parsed body of a small JSON response. */
  async getJson(path: string, signal: AbortSignal): Promise<unknown> {
    return this.json('GET', path, signal)
  }

  async json(method: 'GET' | 'POST' | 'DELETE', path: string, signal: AbortSignal): Promise<unknown> {
    const response = await this.#open(method, path, signal)
    return JSON.parse((await this.#body(response)).toString())
  }

  /** The body of a response as it arrives. Throws if the connection ends before the response does. */
  async *stream(method: 'GET' | 'POST', path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
    const response = await this.#open(method, path, signal)
    response.setTimeout(SILENCE_MS, () => response.destroy(new Error('the server sends nothing any more')))
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) yield chunk
    } catch (error) {
      signal.throwIfAborted()
      throw this.#lost(error)
    }
  }

  close(): void {
    this.#upstream.close()
  }

  async #open(method: string, path: string, signal: AbortSignal): Promise<IncomingMessage> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = ['User-Agent', 'binnacle', 'Accept', 'application/json, */*', 'Content-Length', '0']
      const sent = this.#upstream.request({ method, path, headers, signal }, resolve)
      sent.setTimeout(RESPONSE_MS, () => sent.destroy(new Error('the server does not respond')))
      sent.on('error', reject)
      sent.end()
    }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw this.#lost(error)
    })
    if (response.statusCode === 200) return response
    const body = (await this.#body(response)).toString()
    throw new TransferError(`${this.server}: ${method} ${path.split('?')[0]}: ${explain(response, body)}`)
  }

  async #body(response: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > MAX_BODY_BYTES) throw new TransferError(`${this.server}: the response is too long`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  #lost(error: unknown): TransferError {
    const { message, code } = error as NodeJS.ErrnoException
    const why = code === 'ECONNRESET' && message === 'aborted' ? 'the response was cut off' : message
    return new TransferError(`${this.server}: ${why}`, { cause: error })
  }
}

/** The message of a Status, or the status code. */
function explain({ statusCode, statusMessage }: IncomingMessage, body: string): string {
  try {
    const { message } = JSON.parse(body) as { readonly message?: unknown }
    if (typeof message === 'string') return message
  } catch {
    // It is no JSON.
  }
  return `${statusCode} ${statusMessage}`
}
