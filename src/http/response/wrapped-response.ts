import type { Writable } from 'node:stream'
import type { EventStream, HttpRequest, HttpResponse } from '#http/request/exchange.js'
import type { ApiError } from '#meta/api-error.js'

/** A response that passes everything to another one. A filter overrides what it changes or observes. */
export class WrappedResponse implements HttpResponse {
  protected readonly inner: HttpResponse

  constructor(inner: HttpResponse) {
    this.inner = inner
  }

  get req(): HttpRequest {
    return this.inner.req
  }

  get headersSent(): boolean {
    return this.inner.headersSent
  }

  get writableEnded(): boolean {
    return this.inner.writableEnded
  }

  get destroyed(): boolean {
    return this.inner.destroyed
  }

  get chunkedEncoding(): boolean {
    return this.inner.chunkedEncoding
  }

  get shouldKeepAlive(): boolean {
    return this.inner.shouldKeepAlive
  }

  set shouldKeepAlive(value: boolean) {
    this.inner.shouldKeepAlive = value
  }

  setHeader(name: string, value: string | readonly string[]): void {
    this.inner.setHeader(name, value)
  }

  appendHeader(name: string, value: string): void {
    this.inner.appendHeader(name, value)
  }

  writeHead(code: number, headers: Readonly<Record<string, string | number>>): Writable {
    return this.inner.writeHead(code, headers)
  }

  wrapStream(stream: EventStream, fail: (error: ApiError) => void): EventStream {
    return this.inner.wrapStream?.(stream, fail) ?? stream
  }

  flushHeaders(): void {
    this.inner.flushHeaders()
  }

  writeContinue(): void {
    this.inner.writeContinue()
  }

  end(body?: Buffer | string): void {
    this.inner.end(body)
  }

  destroy(): void {
    this.inner.destroy()
  }

  on(event: 'close', listener: () => void): void {
    this.inner.on(event, listener)
  }

  once(event: 'close', listener: () => void): void {
    this.inner.once(event, listener)
  }
}
