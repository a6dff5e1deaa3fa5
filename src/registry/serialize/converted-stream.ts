import type { CachedObject } from '#cache/cached-object.js'
import type { EventType } from '#cache/watch/watch-event.js'
import type { WatchSink } from '#cache/watch/watcher.js'
import { withConversions } from '#registry/conversion-needed.js'
import type { Serializer } from './serializer.js'
import type { Serializers } from './serializers.js'

/** An event whose frame is written once its object is converted. */
interface Pending {
  readonly serializer: Serializer
  readonly type: EventType
  readonly object: CachedObject
}

/** By the placeholder of the frame. */
const pending = new WeakMap<Buffer, Pending>()
const deferred = new WeakMap<Serializer, Serializer>()

/** The same serializer with placeholder frames; a `ConvertedStream` writes the real ones. */
export function deferredFrames(serializer: Serializer): Serializer {
  let made = deferred.get(serializer)
  if (made === undefined) {
    made = Object.create(serializer, {
      frame: {
        value: (type: EventType, object: CachedObject) => {
          const frame = Buffer.alloc(0)
          pending.set(frame, { serializer, type, object })
          return frame
        },
      },
      bookmark: { value: serializer.bookmark.bind(serializer) },
      error: { value: serializer.error.bind(serializer) },
      following: {
        get: () => (serializer.following === serializer ? made : deferredFrames(serializer.following)),
      },
    }) as Serializer
    deferred.set(serializer, made)
  }
  return made
}

/** How many frames may wait for conversions. A client further behind is disconnected and can resume. */
const MAX_WAITING = 10_000

/** A stream of objects that a webhook converts. Events stay in order. */
export class ConvertedStream implements WatchSink {
  readonly #serializers: Serializers
  readonly #stream: WatchSink & { end(lastFrame: Buffer): void }
  readonly #onFailure: (error: unknown) => void
  #waiting: Buffer[] = []
  #work: Promise<void> | undefined
  #isOver = false

  constructor(
    serializers: Serializers,
    stream: WatchSink & { end(lastFrame: Buffer): void },
    onFailure: (error: unknown) => void,
  ) {
    this.#serializers = serializers
    this.#stream = stream
    this.#onFailure = onFailure
  }

  send(frames: readonly Buffer[]): boolean {
    if (this.#isOver) return false
    this.#waiting.push(...frames)
    if (this.#waiting.length > MAX_WAITING) {
      this.#isOver = true
      return false
    }
    this.#work ??= this.#sendWaiting()
    return true
  }

  drained(): Promise<void> | undefined {
    return this.#work?.then(() => this.#stream.drained()) ?? this.#stream.drained()
  }

  end(lastFrame: Buffer): void {
    this.#isOver = true
    this.#stream.end(lastFrame)
  }

  async #sendWaiting(): Promise<void> {
    try {
      while (this.#waiting.length > 0 && !this.#isOver) {
        const frames = this.#waiting
        this.#waiting = []
        const objects = frames.flatMap((frame) => pending.get(frame)?.object ?? [])
        await this.#serializers.prepare(objects)
        const written = await withConversions(() => frames.map(writtenFrame))
        if (!this.#isOver && !this.#stream.send(written)) this.#isOver = true
      }
    } catch (error) {
      if (!this.#isOver) this.#onFailure(error)
      this.#isOver = true
    } finally {
      this.#work = undefined
    }
  }
}

function writtenFrame(frame: Buffer): Buffer {
  const event = pending.get(frame)
  return event === undefined ? frame : event.serializer.frame(event.type, event.object)
}
