import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Logger } from '#observe/logger.js'
import type { Counter, MetricsRegistry } from '#observe/metrics.js'
import { tracesUrl } from './otlp-endpoint.js'
import { otlpJson, type SpanResource } from './otlp-json.js'
import type { Span, SpanRecorder } from './span.js'
import { SpanIds } from './span-ids.js'

/** In spans. What does not fit is dropped: a collector must not slow the server down. */
const MAX_QUEUE = 8192
const BATCH = 512
/** How long a span waits for others. */
const DELAY_MS = 1000
const TIMEOUT_MS = 10_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
/** How long a server that stops waits for the collector. */
const CLOSE_MS = 2000
const MAX_RESPONSE_BYTES = 64 * 1024
/** With these the collector asks for the same request later. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504])

export interface OtlpOptions {
  readonly endpoint: string
  /** The share of new traces that are recorded. */
  readonly sampleRatio: number
  readonly resource: SpanResource
  readonly logger: Logger
  readonly metrics: MetricsRegistry
}

/** The collector will not accept the request, however often it is repeated. */
class Refused extends Error {}

/** Sends spans to an OpenTelemetry collector, as JSON over HTTP. Spans wait in a queue, and failed requests are repeated. */
export class OtlpExporter extends SpanIds implements SpanRecorder {
  readonly #options: OtlpOptions
  readonly #url: URL
  readonly #agent: HttpAgent
  readonly #request: typeof httpRequest
  readonly #sent: Counter
  readonly #dropped: Counter
  #queue: Span[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  /** How often the same request failed. */
  #failures = 0
  /** Whether the log says that spans cannot be sent. */
  #isFailing = false
  #isClosed = false

  constructor(options: OtlpOptions) {
    super(options.sampleRatio)
    this.#options = options
    this.#url = tracesUrl(options.endpoint)
    const isSecure = this.#url.protocol === 'https:'
    const agentOptions = { keepAlive: true, maxSockets: 1, timeout: TIMEOUT_MS }
    this.#agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)
    this.#request = isSecure ? httpsRequest : httpRequest
    const spans = options.metrics.counter('binnacle_otlp_spans_total', 'Spans for the collector.', [
      'outcome',
    ])
    this.#sent = spans.labels('sent')
    this.#dropped = spans.labels('dropped')
  }

  add(span: Span): void {
    if (this.#isClosed || this.#queue.length >= MAX_QUEUE) {
      this.#dropped.inc()
      return
    }
    this.#queue.push(span)
    if (this.#failures > 0 || this.#sending !== undefined) return
    if (this.#queue.length >= BATCH) this.#sendSoon(0)
    else if (this.#timer === undefined) this.#sendSoon(DELAY_MS)
  }

  /** Sends what waits, if the collector takes it at once. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const deadline = setTimeout(() => this.#agent.destroy(), CLOSE_MS)
    await this.#sending
    for (let rest = true; rest && this.#queue.length > 0; ) rest = await this.#send()
    clearTimeout(deadline)
    this.#dropped.inc(this.#queue.length)
    this.#agent.destroy()
  }

  #sendSoon(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#sending = this.#sendAll().finally(() => {
        this.#sending = undefined
      })
    }, milliseconds)
    this.#timer.unref()
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0 && !this.#isClosed) {
      if (await this.#send()) continue
      const delay = Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LAST_RETRY_MS)
      // Servers that were started together do not repeat their requests together.
      if (!this.#isClosed) this.#sendSoon(delay * (0.5 + Math.random() / 2))
      return
    }
  }

  /** Sends a batch. Resolves with false if it has to be sent again. */
  async #send(): Promise<boolean> {
    const { resource, logger } = this.#options
    const batch = this.#queue.slice(0, BATCH)
    try {
      const body = otlpJson(resource, batch, Date.now() - performance.now())
      const rejected = Math.min(await this.#post(body), batch.length)
      this.#sent.inc(batch.length - rejected)
      this.#dropped.inc(rejected)
      if (this.#isFailing) logger.info({ url: this.#url.href }, 'the collector takes spans again')
      this.#isFailing = false
    } catch (error) {
      const { message } = error as Error
      if (!this.#isFailing) logger.warn({ url: this.#url.href, error: message }, 'spans cannot be sent')
      this.#isFailing = true
      if (!(error instanceof Refused)) {
        this.#failures++
        return false
      }
      this.#dropped.inc(batch.length)
    }
    this.#failures = 0
    this.#queue = this.#queue.slice(batch.length)
    return true
  }

  /** Resolves with how many spans the collector has rejected. */
  #post(body: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
      const options = { method: 'POST', agent: this.#agent, headers, timeout: TIMEOUT_MS }
      const sent: ClientRequest = this.#request(this.#url, options, (response) => {
        readResponse(response).then(resolve, reject)
      })
      const deadline = setTimeout(() => sent.destroy(new Error('no response in time')), TIMEOUT_MS)
      sent.on('error', reject)
      sent.on('close', () => clearTimeout(deadline))
      sent.end(body)
    })
  }
}

async function readResponse(response: IncomingMessage): Promise<number> {
  const { statusCode = 0 } = response
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk
    if (text.length > MAX_RESPONSE_BYTES) throw new Refused('the response is too long')
  }
  if (statusCode === 200) return rejectedIn(text)
  const message = `the collector responded with the status ${statusCode}`
  throw RETRYABLE.has(statusCode) ? new Error(message) : new Refused(message)
}

/** A collector may take only a part of the spans. */
function rejectedIn(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: string | number } }
    return Number(partialSuccess?.rejectedSpans ?? 0) || 0
  } catch {
    return 0
  }
}
