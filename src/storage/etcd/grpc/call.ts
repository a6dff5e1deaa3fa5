import { type ClientHttp2Stream, constants, type IncomingHttpHeaders } from 'node:http2'
import { encodeFrame, FrameReader } from './frames.js'
import { GRPC, GrpcError } from './grpc-error.js'

export interface CallListener {
  message(bytes: Buffer): void
  /** Called once at the end of the call; without an error when the peer ended it with success. */
  end(error: GrpcError | undefined): void
}

/** One gRPC call on its HTTP/2 stream. */
export class Call {
  readonly #stream: ClientHttp2Stream
  readonly #address: string
  readonly #listener: CallListener
  readonly #frames = new FrameReader()
  #status: GrpcError | 'ok' | undefined
  #over = false

  constructor(stream: ClientHttp2Stream, address: string, listener: CallListener) {
    this.#stream = stream
    this.#address = address
    this.#listener = listener
    // A trailers-only response has its status in the first headers.
    stream.on('response', (headers) => this.#readStatus(headers))
    stream.on('trailers', (headers) => this.#readStatus(headers))
    stream.on('data', (piece: Buffer) => {
      for (const message of this.#frames.push(piece)) if (!this.#over) this.#listener.message(message)
    })
    stream.on('error', (error) => this.#break(error.message))
    stream.on('end', () => {
      if (this.#status !== undefined) this.#end(this.#status === 'ok' ? undefined : this.#status)
    })
    stream.on('close', () => this.#break('the connection was lost'))
  }

  send(message: Buffer): void {
    if (!this.#over) this.#stream.write(encodeFrame(message))
  }

  /** Half-closes the call: nothing more is sent. */
  finish(): void {
    this.#stream.end()
  }

  /** Stops reading until `resume`, with backpressure on the peer. */
  pause(): void {
    this.#stream.pause()
  }

  resume(): void {
    this.#stream.resume()
  }

  /** Ends the call; the listener is not called any more. */
  cancel(): void {
    this.#over = true
    this.#stream.close(constants.NGHTTP2_CANCEL)
  }

  #readStatus(headers: IncomingHttpHeaders): void {
    const status = headers['grpc-status']
    if (status !== undefined) {
      const code = Number(status)
      this.#status = code === GRPC.ok ? 'ok' : new GrpcError(code, messageIn(headers))
    } else if (headers[':status'] !== undefined && Number(headers[':status']) !== 200) {
      this.#status = this.#broken(`answered with HTTP status ${headers[':status']}`)
    }
  }

  #break(reason: string): void {
    if (!this.#over) this.#end(this.#broken(reason))
  }

  #broken(reason: string): GrpcError {
    // The peer states that it has not processed the call.
    const notDone = this.#stream.rstCode === constants.NGHTTP2_REFUSED_STREAM
    return new GrpcError(GRPC.unavailable, `${this.#address}: ${reason}`, { notDone })
  }

  #end(error: GrpcError | undefined): void {
    if (this.#over) return
    this.#over = true
    this.#listener.end(error)
  }
}

function messageIn(headers: IncomingHttpHeaders): string {
  const text = String(headers['grpc-message'] ?? 'an error without a message')
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
