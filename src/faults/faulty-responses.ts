import { Writable } from 'node:stream'
import type { EventStream, HttpResponse } from '#http/request/exchange.js'
import type { RequestContext } from '#http/request/request-context.js'
import { WrappedResponse } from '#http/response/wrapped-response.js'
import type { ApiError } from '#meta/api-error.js'
import { SlowBody, SlowStream } from './slow.js'

/** Closes the connection when the response would begin. */
export class DroppedResponse extends WrappedResponse {
  override writeHead(): Writable {
    this.inner.destroy()
    return new Writable({ write: (_chunk, _encoding, done) => done() })
  }

  override flushHeaders(): void {}

  override end(): void {
    this.inner.destroy()
  }
}

/** Sends the body, or the events of a watch, slowly. */
export class SlowResponse extends WrappedResponse {
  readonly #bytesPerSecond: number
  readonly #isWatch: boolean
  #body: SlowBody | undefined

  constructor(inner: HttpResponse, bytesPerSecond: number, isWatch: boolean) {
    super(inner)
    this.#bytesPerSecond = bytesPerSecond
    this.#isWatch = isWatch
  }

  override get writableEnded(): boolean {
    return this.#body?.writableEnded ?? super.writableEnded
  }

  override writeHead(code: number, headers: Readonly<Record<string, string | number>>): Writable {
    const body = super.writeHead(code, headers)
    // A watch writes its events to the socket.
    if (this.#isWatch) return body
    this.#body = new SlowBody(body, this.#bytesPerSecond)
    super.once('close', () => this.#body?.destroy())
    return this.#body
  }

  override wrapStream(stream: EventStream, fail: (error: ApiError) => void): EventStream {
    return new SlowStream(super.wrapStream(stream, fail), this.#bytesPerSecond)
  }
}

/** Ends a watch after so many events: cut off, or with an error event. */
export class EndedWatch extends WrappedResponse {
  readonly #context: RequestContext
  readonly #afterEvents: number
  readonly #error: (() => ApiError) | undefined

  /** Without an error the connection is cut. */
  constructor(context: RequestContext, afterEvents: number, error?: () => ApiError) {
    super(context.response)
    this.#context = context
    this.#afterEvents = afterEvents
    this.#error = error
  }

  override wrapStream(stream: EventStream, fail: (error: ApiError) => void): EventStream {
    const inner = super.wrapStream(stream, fail)
    const makeError = this.#error
    const end = makeError === undefined ? () => this.#cut(inner) : () => fail(makeError())
    return new LimitedStream(inner, this.#afterEvents, end, makeError === undefined)
  }

  /** The events before arrive. */
  #cut(stream: EventStream): void {
    void stream.drained()
    this.#context.channel.socket.write('', () => this.inner.destroy())
  }
}

/** Passes so many events and calls back then. */
class LimitedStream implements EventStream {
  readonly #stream: EventStream
  readonly #onEnd: () => void
  readonly #isCut: boolean
  #left: number

  constructor(stream: EventStream, limit: number, onEnd: () => void, isCut: boolean) {
    this.#stream = stream
    this.#left = limit
    this.#onEnd = onEnd
    this.#isCut = isCut
    // The caller has to know the stream first.
    if (limit === 0) setImmediate(onEnd)
  }

  send(frames: readonly Buffer[]): boolean {
    if (this.#left === 0) return true
    const passed = frames.slice(0, this.#left)
    this.#left -= passed.length
    const isOpen = this.#stream.send(passed)
    if (this.#left === 0) setImmediate(this.#onEnd)
    return isOpen
  }

  drained(): Promise<void> | undefined {
    return this.#stream.drained()
  }

  end(lastFrame?: Buffer): void {
    // A watch that is to be cut does not end properly meanwhile.
    if (this.#isCut && this.#left === 0) return
    this.#stream.end(lastFrame)
  }
}
