import { Agent, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

/** A request to a server. */
export interface Request {
  readonly method?: string
  readonly path: string
  readonly type?: string
  readonly accept?: string
  readonly body?: string
}

/** A client with persistent connections. */
export class Client {
  readonly #agent: Agent
  readonly #url: URL

  constructor(url: string, connections: number) {
    this.#url = new URL(url)
    const options = { keepAlive: true, maxSockets: connections }
    // Benchmarks use a self-signed certificate.
    this.#agent =
      this.#url.protocol === 'https:'
        ? new SecureAgent({ ...options, rejectUnauthorized: false })
        : new Agent(options)
  }

  /** Sends a request, reads the whole response and discards it. Rejects on an error status. */
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
          else reject(new Error(`${method} ${path} returned ${code}`))
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

/** Calls `each` for `count` numbers from `first` on, with `workers` calls at a time. */
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
