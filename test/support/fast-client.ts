import { Agent, type IncomingMessage, request } from 'node:http'
import type { Json } from './client.js'

/** A JSON client with keep-alive connections, for tests with many requests. */
export class FastClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  #host: string
  #port: string

  constructor(url: string) {
    ;({ hostname: this.#host, port: this.#port } = new URL(url))
  }

  /** Uses a restarted server from now on. */
  moveTo(url: string): void {
    ;({ hostname: this.#host, port: this.#port } = new URL(url))
  }

  send(
    method: string,
    path: string,
    body?: unknown,
    contentType = 'application/json',
  ): Promise<{ status: number; body: Json }> {
    return new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      const headers = payload && { 'content-type': contentType, 'content-length': payload.length }
      const sent = request(
        {
          host: this.#host,
          port: this.#port,
          agent: this.#agent,
          method,
          path,
          ...(headers && { headers }),
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            resolve({ status: response.statusCode ?? 0, body: text === '' ? undefined : JSON.parse(text) })
          })
        },
      )
      sent.on('error', reject)
      sent.end(payload)
    })
  }

  /** Opens a stream; resolves when its headers are received. */
  open(path: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      request({ host: this.#host, port: this.#port, agent: false, path }, resolve).on('error', reject).end()
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
