/** Messages on a stream: a byte that says whether it is compressed, the length in four bytes, the message. */
const HEADER = 5

export function toFrame(message: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(HEADER + message.length)
  frame[0] = 0
  frame.writeUInt32BE(message.length, 1)
  message.copy(frame, HEADER)
  return frame
}

/** Puts messages together again from the pieces that the network makes of them. */
export class FrameReader {
  #pieces: Buffer[] = []
  #size = 0

  /** The messages that are complete with this piece. */
  push(piece: Buffer): Buffer[] {
    this.#pieces.push(piece)
    this.#size += piece.length
    const messages: Buffer[] = []
    for (let length = this.#nextLength(); this.#size >= HEADER + length; length = this.#nextLength()) {
      const all = this.#joined()
      messages.push(all.subarray(HEADER, HEADER + length))
      this.#pieces = [all.subarray(HEADER + length)]
      this.#size -= HEADER + length
    }
    return messages
  }

  /** Infinite as long as the length itself is not there. */
  #nextLength(): number {
    if (this.#size < HEADER) return Number.POSITIVE_INFINITY
    if ((this.#pieces[0] as Buffer).length < HEADER) this.#joined()
    return (this.#pieces[0] as Buffer).readUInt32BE(1)
  }

  /** Only when something is complete, so that a long message is not copied with every piece. */
  #joined(): Buffer {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0] as Buffer
  }
}
