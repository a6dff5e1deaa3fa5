import { Agent, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

/** What is asked of a server. */
export interface Request {
  readonly method?: string
  readonly path: string
  readonly type?: string
  readonly accept?: string
  readonly body?: string
}

/** A client with a number of connections that stay open. */
export class Client {
  readonly #agent: Agent
  readonly #url: URL

  constructor(url: string, connections: number) {
    this.#url = new URL(url)
    const options = { keepAlive: true, maxSockets: connections }
    // The certificate of a benchmark is known to nobody.
    this.#agent =
      this.#url.protocol === 'https:'
        ? new SecureAgent({ ...options, rejectUnauthorized: false })
        : new Agent(options)
  }

  /** Sends a request, waits for the whole response and throws it away. Rejects when it is a rejection. */
  send({ method = 'GET', path, type, accept = 'application/json', body }: Request): Promise<void> {
    const { hostname, port, protocol } = this.#url
    const open = protocol === 'https:' ? secureRequest : request
    const headers: Record<string, string | number> = { accept }
    if (body !== undefined) {
      headers['content-type'] = type ?? 'application/json'
      headers['content-length'] = Buffer.byteLength(body)
    }
    return new Promise((resolve, reject) => {
      const sent = open({ agent: this.#agent, hostname, port, method, path, headers }, (response) => {
        const code = response.statusCode ?? 500
        response.resume()
        response.on('error', reject)
        response.on('end', () => {
          if (code < 300) resolve()
          else reject(new Error(`${method} ${path} was answered with ${code}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Does something `count` times, so many at a time, from one number on. */
export async function inParallel(
  workers: number,
  count: number,
  each: (index: number) => Promise<void>,
  first = 0,
): Promise<void> {
  let next = first
  const work = async () => {
    while (next < first + count) await each(next++)
  }
  await Promise.all(Array.from({ length: workers }, work))
}
