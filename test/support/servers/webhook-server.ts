import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { LOCAL_HOSTS, newAuthority } from '../certificates/authority.js'
import type { Json } from '../client.js'

/** The response of a webhook; it allows the request by default. */
export type Verdict = (request: Json, asked: AskedWebhook) => Json | Promise<Json>

/** One request to a webhook. */
export interface AskedWebhook {
  readonly path: string
  readonly body: Json
}

/** Webhooks, on loopback by default, one per path, with a certificate of their own authority. */
export class WebhookServer {
  readonly #server: Server
  readonly #verdicts = new Map<string, Verdict>()
  /** All requests, in order. */
  readonly asked: AskedWebhook[] = []
  /** The CA bundle for webhook configurations. */
  readonly caBundle: string
  readonly port: number
  /** Handles requests instead of the verdicts. */
  intercept: RequestListener | undefined
  connections = 0

  static async start(
    t: TestContext,
    hosts: readonly string[] = LOCAL_HOSTS,
    address = '127.0.0.1',
  ): Promise<WebhookServer> {
    const authority = newAuthority()
    const server = createServer(authority.issueServer(hosts))
    server.listen(0, address)
    await once(server, 'listening')
    const started = new WebhookServer(server, authority.cert)
    t.after(() => started.close())
    return started
  }

  private constructor(server: Server, authority: string) {
    this.#server = server
    this.caBundle = Buffer.from(authority).toString('base64')
    this.port = (server.address() as AddressInfo).port
    server.on('secureConnection', () => this.connections++)
    server.on('request', (request, response) => {
      // A canceled request does not fail the test.
      this.#respond(request, response).catch((error) => response.destroy(error))
    })
  }

  url(path: string): string {
    return `https://127.0.0.1:${this.port}${path}`
  }

  /** The client configuration of a webhook with this response. */
  on(path: string, verdict: Verdict = () => ({})): Json {
    this.#verdicts.set(path, verdict)
    return { url: this.url(path), caBundle: this.caBundle }
  }

  /** The review requests that a path received. */
  requests(path: string): Json[] {
    return this.asked.filter((asked) => asked.path === path).map(({ body }) => body.request)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.intercept !== undefined) {
      this.intercept(request, response)
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const path = new URL(request.url ?? '', 'https://localhost').pathname
    const asked = { path, body }
    this.asked.push(asked)
    const verdict = this.#verdicts.get(path)
    if (verdict === undefined) {
      response.writeHead(404).end()
      return
    }
    const { apiVersion, kind } = body
    const uid = body.request?.uid
    const made = await verdict(body.request, asked)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ apiVersion, kind, response: { uid, allowed: true, ...made } }))
  }
}

/** A patch in a webhook response. */
export const patched = (...operations: Json[]): Json => ({
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
})
