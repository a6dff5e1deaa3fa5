import type { Writable } from 'node:stream'
import type { EventStream, HttpResponse } from '#http/request/exchange.js'
import type { FlowHeaders } from '#http/response/flow-headers.js'
import { WrappedResponse } from '#http/response/wrapped-response.js'
import type { ApiError } from '#meta/api-error.js'
import type { RecordedEntry } from './entry.js'

/** Records what is sent. */
export class RecordedResponse extends WrappedResponse {
  readonly #entry: RecordedEntry

  constructor(inner: HttpResponse, entry: RecordedEntry) {
    super(inner)
    this.#entry = entry
  }

  override setHeader(name: string, value: string | readonly string[]): void {
    this.#entry.responseHeaders[name.toLowerCase()] = String(value)
    super.setHeader(name, value)
  }

  override appendHeader(name: string, value: string): void {
    const { responseHeaders } = this.#entry
    const before = responseHeaders[name.toLowerCase()]
    responseHeaders[name.toLowerCase()] = before === undefined ? value : `${before}, ${value}`
    super.appendHeader(name, value)
  }

  /** Keeps the fast path of the response. */
  sendWhole(
    code: number,
    contentType: string,
    body: Buffer,
    auditId: string | undefined,
    flow: FlowHeaders | undefined,
  ): boolean {
    if (!(this.inner.sendWhole?.(code, contentType, body, auditId, flow) ?? false)) return false
    this.#entry.code = code
    this.#entry.responseHeaders['content-type'] = contentType
    this.#entry.response.add(body)
    return true
  }

  override writeHead(code: number, headers: Readonly<Record<string, string | number>>): Writable {
    this.#entry.code = code
    for (const name in headers) this.#entry.responseHeaders[name.toLowerCase()] = String(headers[name])
    const body = super.writeHead(code, headers)
    observe(body, (chunk) => {
      // Events are counted, not kept.
      if (this.#entry.events === undefined) this.#entry.response.add(chunk)
    })
    return body
  }

  override wrapStream(stream: EventStream, fail: (error: ApiError) => void): EventStream {
    return new CountedStream(super.wrapStream(stream, fail), this.#entry)
  }
}

/** Calls back with all that is written. Wrapping the writable would change its timing. */
function observe(body: Writable, onChunk: (chunk: unknown) => void): void {
  const write = body.write.bind(body) as (...args: unknown[]) => boolean
  const end = body.end.bind(body) as (...args: unknown[]) => Writable
  body.write = (chunk: unknown, ...rest: unknown[]) => {
    onChunk(chunk)
    return write(chunk, ...rest)
  }
  body.end = ((chunk?: unknown, ...rest: unknown[]) => {
    onChunk(chunk)
    return end(chunk, ...rest)
  }) as Writable['end']
}

/** Counts the events of a watch. */
class CountedStream implements EventStream {
  readonly #stream: EventStream
  readonly #entry: RecordedEntry

  constructor(stream: EventStream, entry: RecordedEntry) {
    this.#stream = stream
    this.#entry = entry
    entry.events = 0
  }

  send(frames: readonly Buffer[]): boolean {
    this.#entry.events = (this.#entry.events ?? 0) + frames.length
    return this.#stream.send(frames)
  }

  drained(): Promise<void> | undefined {
    return this.#stream.drained()
  }

  end(lastFrame?: Buffer): void {
    if (lastFrame !== undefined) this.#entry.events = (this.#entry.events ?? 0) + 1
    this.#stream.end(lastFrame)
  }
}
