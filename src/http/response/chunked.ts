import { SharedBytes, type SharedMemory } from '#http/connection/shared-bytes.js'

const LINE_END = '\r\n'

/**
 * Encodes watch frames for the wire. The same frames go to one watcher after the other, so the last encoding is
 * cached.
 */
export class SharedFrames {
  readonly #memory: SharedMemory
  readonly #join: (frames: readonly Buffer[]) => Buffer
  #lastFrames: readonly Buffer[] = []
  #last: SharedBytes

  constructor(memory: SharedMemory, join: (frames: readonly Buffer[]) => Buffer) {
    this.#memory = memory
    this.#join = join
    this.#last = new SharedBytes(Buffer.alloc(0), memory)
  }

  of(frames: readonly Buffer[]): SharedBytes {
    if (areSame(frames, this.#lastFrames)) return this.#last
    this.#lastFrames = frames
    this.#last = new SharedBytes(this.#join(frames), this.#memory)
    return this.#last
  }
}

/**
 * Frames as one chunk of an HTTP body: the number of their bytes in hexadecimal digits, a line break, themselves, a
 * line break.
 */
export function asChunk(frames: readonly Buffer[]): Buffer {
  let length = 0
  for (const frame of frames) length += frame.length
  const head = length.toString(16) + LINE_END
  const chunk = Buffer.allocUnsafeSlow(head.length + length + LINE_END.length)
  let at = chunk.write(head, 0, 'latin1')
  for (const frame of frames) {
    chunk.set(frame, at)
    at += frame.length
  }
  chunk.write(LINE_END, at, 'latin1')
  return chunk
}

/** Plain frames, for HTTP/1.0 and HTTP/2. */
export function asBytes(frames: readonly Buffer[]): Buffer {
  return frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames)
}

function areSame(frames: readonly Buffer[], others: readonly Buffer[]): boolean {
  if (frames.length !== others.length) return false
  for (let index = 0; index < frames.length; index++) {
    if (frames[index] !== others[index]) return false
  }
  return true
}
