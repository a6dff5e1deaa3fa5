import { Writable } from 'node:stream'
import type { EventStream } from '#http/request/exchange.js'

/** How often a slow body sends some bytes. */
const STEPS_PER_SECOND = 20

/** Passes bytes to another writable, so many per second. */
export class SlowBody extends Writable {
  readonly #to: Writable
  readonly #bytesPerStep: number
  readonly #stepMs: number
  #timer: NodeJS.Timeout | undefined

  constructor(to: Writable, bytesPerSecond: number) {
    super()
    this.#to = to
    this.#bytesPerStep = Math.max(1, Math.floor(bytesPerSecond / STEPS_PER_SECOND))
    this.#stepMs = (1000 * this.#bytesPerStep) / bytesPerSecond
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const step = (from: number) => {
      if (from >= chunk.length) {
        done()
        return
      }
      const to = from + this.#bytesPerStep
      this.#to.write(chunk.subarray(from, to))
      this.#timer = setTimeout(() => step(to), this.#stepMs)
    }
    step(0)
  }

  override _final(done: () => void): void {
    this.#to.end()
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer)
    done(error)
  }
}

/** Passes events to another stream: each waits as long as its bytes take. */
export class SlowStream implements EventStream {
  readonly #stream: EventStream
  readonly #bytesPerSecond: number
  #waiting: Buffer[] = []
  #timer: NodeJS.Timeout | undefined
  /** What to do after the last event. */
  #onEmpty: (() => void)[] = []
  #isOver = false

  constructor(stream: EventStream, bytesPerSecond: number) {
    this.#stream = stream
    this.#bytesPerSecond = bytesPerSecond
  }

  send(frames: readonly Buffer[]): boolean {
    if (this.#isOver) return false
    this.#waiting.push(...frames)
    this.#next()
    return true
  }

  drained(): Promise<void> | undefined {
    return this.#waiting.length === 0
      ? this.#stream.drained()
      : new Promise((resolve) => this.#onEmpty.push(resolve))
  }

  end(lastFrame?: Buffer): void {
    if (this.#waiting.length === 0) this.#stream.end(lastFrame)
    else this.#onEmpty.push(() => this.#stream.end(lastFrame))
  }

  #next(): void {
    const [frame] = this.#waiting
    if (this.#timer !== undefined || frame === undefined) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#isOver = !this.#stream.send([frame])
        // The client is gone.
        if (this.#isOver) this.#waiting = []
        else this.#waiting.shift()
        if (this.#waiting.length > 0) this.#next()
        else for (const callback of this.#onEmpty.splice(0)) callback()
      },
      (frame.length * 1000) / this.#bytesPerSecond,
    )
  }
}
