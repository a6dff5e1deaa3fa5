import { decodeMessage } from '#codec/protobuf/decode.js'
import { FRAME_LENGTH_SIZE } from '#codec/protobuf/watch-frame.js'
import { bytes, required, string, struct } from '#schema/type.js'
import type { Json } from '#test/support/client.js'
import { JSON_FORMAT, PROTOBUF_FORMAT, type WireFormat } from './wire.js'

export interface WatchEvent {
  readonly type: string
  readonly object: Json
}

/** An event that never arrives fails the test. */
const PATIENCE_MS = 30_000

/** The events of a watch, as they arrive. */
export class EventStream {
  readonly #abort: AbortController
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #take: TakeEvent
  #rest: Buffer = Buffer.alloc(0)

  private constructor(abort: AbortController, chunks: AsyncIterator<Uint8Array>, take: TakeEvent) {
    this.#abort = abort
    this.#chunks = chunks
    this.#take = take
  }

  static async open(url: string, format: WireFormat, accept = format.accept): Promise<EventStream> {
    const abort = new AbortController()
    const response = await fetch(url, { signal: abort.signal, headers: { accept } })
    if (response.status !== 200 || response.body === null)
      throw new Error(`${response.status}: ${await response.text()}`)
    const isProtobuf = response.headers.get('content-type')?.includes('protobuf') ?? false
    return new EventStream(abort, response.body[Symbol.asyncIterator](), isProtobuf ? takeFrame : takeLine)
  }

  /** Resolves with undefined at the end of the stream. */
  async next(): Promise<WatchEvent | undefined> {
    for (;;) {
      const taken = this.#take(this.#rest)
      if (taken !== undefined) {
        this.#rest = taken.rest
        return taken.event
      }
      const { done, value } = await this.#read()
      if (done) return undefined
      this.#rest = Buffer.concat([this.#rest, value])
    }
  }

  /** The first event that matches; skips the events before it. */
  async until(isSo: (event: WatchEvent) => boolean): Promise<WatchEvent> {
    for (;;) {
      const event = await this.next()
      if (event === undefined) throw new Error(`the watch ended before ${isSo}`)
      if (isSo(event)) return event
    }
  }

  async take(count: number): Promise<WatchEvent[]> {
    const events: WatchEvent[] = []
    while (events.length < count) events.push(await this.until(() => true))
    return events
  }

  stop(): void {
    this.#abort.abort()
  }

  async #read(): Promise<IteratorResult<Uint8Array>> {
    const timer = setTimeout(() => this.#abort.abort(new Error('no event came')), PATIENCE_MS)
    try {
      return await this.#chunks.next()
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Takes the first event from the buffer; undefined if it is incomplete. */
type TakeEvent = (bytes: Buffer) => { readonly event: WatchEvent; readonly rest: Buffer } | undefined

const takeLine: TakeEvent = (bytes) => {
  const end = bytes.indexOf('\n')
  if (end < 0) return undefined
  return { event: JSON_FORMAT.decode(bytes.subarray(0, end)), rest: bytes.subarray(end + 1) }
}

const Raw = struct('RawExtension', 'An object in its envelope.', { raw: required(1, bytes, 'The envelope.') })
const Event = struct('WatchEvent', 'One event.', {
  type: required(1, string, 'What has happened.'),
  object: required(2, Raw, 'To which object.'),
})

const takeFrame: TakeEvent = (bytes) => {
  if (bytes.length < FRAME_LENGTH_SIZE) return undefined
  const end = FRAME_LENGTH_SIZE + bytes.readUInt32BE()
  if (bytes.length < end) return undefined
  const { type, object } = decodeMessage(Event, bytes.subarray(FRAME_LENGTH_SIZE, end)) as Json
  const envelope = Buffer.from(object.raw, 'base64')
  return { event: { type, object: PROTOBUF_FORMAT.decode(envelope) }, rest: bytes.subarray(end) }
}
