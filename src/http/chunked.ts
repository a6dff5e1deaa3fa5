const LINE_END = '\r\n'

/** What was last made into a chunk, and the chunk. The same frames go to one watcher after the other. */
let lastFrames: readonly Buffer[] = []
let lastChunk = Buffer.alloc(0)

/**
 * Frames as one chunk of an HTTP body: the number of their bytes in hexadecimal digits, a line break, themselves, a line
 * break.
 */
export function asChunk(frames: readonly Buffer[]): Buffer {
  if (areSame(frames, lastFrames)) return lastChunk
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
  lastFrames = frames
  lastChunk = chunk
  return chunk
}

function areSame(frames: readonly Buffer[], others: readonly Buffer[]): boolean {
  if (frames.length !== others.length) return false
  for (let index = 0; index < frames.length; index++) {
    if (frames[index] !== others[index]) return false
  }
  return true
}
