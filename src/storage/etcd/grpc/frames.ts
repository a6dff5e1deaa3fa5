/** gRPC's length-prefixed messages: a compression flag, the length in four bytes, the message. */
const HEADER = 5

export function encodeFrame(message: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(HEADER + message.length)
  frame[0] = 0
  frame.writeUInt32BE(message.length, 1)
  message.copy(frame, HEADER)
  return frame
}

/** Reassembles messages from pieces of the stream. */
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

  /** Infinite while the length itself is incomplete. */
  #nextLength(): number {
    if (this.#size < HEADER) return Number.POSITIVE_INFINITY
    if ((this.#pieces[0] as Buffer).length < HEADER) this.#joined()
    return (this.#pieces[0] as Buffer).readUInt32BE(1)
  }

  /** Joined only when a message is complete, so that a long one is not copied with every piece. */
  #joined(): Buffer {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0] as Buffer
  }
}
