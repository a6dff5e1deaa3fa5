import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import type { Json } from '../client.js'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly failure: string | undefined
}

/** An OpenTelemetry collector that receives JSON over HTTP. */
export class Collector {
  readonly url: string
  readonly #server: Server
  readonly #changed = new EventEmitter()
  readonly spans: ReceivedSpan[] = []
  readonly headers: IncomingHttpHeaders[] = []
  readonly resources: Readonly<Record<string, string | number>>[] = []
  /** Status codes of the next responses; 200 when there are none. */
  readonly refusals: number[] = []

  static async start(t: TestContext): Promise<Collector> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const collector = new Collector(server)
    t.after(() => collector.stop())
    return collector
  }

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', async (request, response) => {
      const body = await text(request)
      this.headers.push(request.headers)
      const refusal = request.url === '/v1/traces' ? this.refusals.shift() : 404
      if (refusal === undefined) for (const resource of JSON.parse(body).resourceSpans) this.#take(resource)
      response.writeHead(refusal ?? 200, { 'content-type': 'application/json' }).end('{}')
      this.#changed.emit('change')
    })
  }

  /** The first span with this name, also of a request that is still to come. */
  async span(name: string | RegExp): Promise<ReceivedSpan> {
    for (;;) {
      const isNamed = (span: ReceivedSpan) =>
        typeof name === 'string' ? span.name === name : name.test(span.name)
      const found = this.spans.find(isNamed)
      if (found !== undefined) return found
      await once(this.#changed, 'change')
    }
  }

  /** Resolves after so many requests. */
  async received(requests: number): Promise<void> {
    while (this.headers.length < requests) await once(this.#changed, 'change')
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #take({ resource, scopeSpans }: Json): void {
    this.resources.push(attributesOf(resource.attributes))
    for (const { spans } of scopeSpans) {
      for (const { traceId, spanId, parentSpanId, name, kind, attributes, status } of spans) {
        const failure = status?.message
        const values = attributesOf(attributes)
        this.spans.push({ traceId, spanId, parentSpanId, name, kind, attributes: values, failure })
      }
    }
  }
}

const attributesOf = (attributes: Json): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }: Json) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  )
