/** Frames of WebSockets (RFC 6455), as a server receives them. */

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

const MAX_CONTROL = 125
const MASK_LENGTH = 4

/** A part of a message, or a whole control frame. */
export interface Piece {
  /** Of the first frame of the message. */
  readonly opcode: number
  readonly data: Buffer
  /** Whether it begins a message. */
  readonly isFirst: boolean
  /** Whether it ends the message. */
  readonly isLast: boolean
}

interface OpenFrame {
  readonly opcode: number
  readonly isFinal: boolean
  readonly mask: Buffer
  left: number
  /** How much of it has been read. */
  offset: number
}

/** The error of bytes that break the protocol. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/** Splits received bytes into pieces of messages. It keeps no data of messages. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)
  #frame: OpenFrame | undefined
  /** The opcode of the message whose frames are being read. */
  #message: number | undefined
  #isFirst = false;

  /** Throws `ProtocolError`. */
  *read(chunk: Buffer): Generator<Piece> {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    for (let piece = this.#next(); piece !== undefined; piece = this.#next()) yield piece
  }

  #next(): Piece | undefined {
    const frame = this.#frame ?? this.#head()
    if (frame === undefined) return undefined
    this.#frame = frame
    const isControl = frame.opcode >= OPCODE.close
    // Control frames are short, and are read whole.
    if (this.#rest.length < (isControl ? frame.left : Math.min(frame.left, 1))) return undefined
    const data = unmasked(this.#rest.subarray(0, frame.left), frame.mask, frame.offset)
    this.#rest = this.#rest.subarray(data.length)
    frame.left -= data.length
    frame.offset += data.length
    const isWhole = frame.left === 0
    if (isWhole) this.#frame = undefined
    if (isControl) return { opcode: frame.opcode, data, isFirst: true, isLast: true }
    const piece = {
      opcode: this.#message as number,
      data,
      isFirst: this.#isFirst,
      isLast: isWhole && frame.isFinal,
    }
    this.#isFirst = false
    if (piece.isLast) this.#message = undefined
    return piece
  }

  #head(): OpenFrame | undefined {
    const bytes = this.#rest
    if (bytes.length < 2) return undefined
    const [first = 0, second = 0] = bytes
    const opcode = first & 0x0f
    const isFinal = (first & 0x80) !== 0
    if (first & 0x70) throw new ProtocolError('a frame uses an extension')
    if (!(second & 0x80)) throw new ProtocolError('a frame is not masked')
    const short = second & 0x7f
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
    const end = 2 + lengthBytes + MASK_LENGTH
    if (bytes.length < end) return undefined
    const length =
      lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    if (!Number.isSafeInteger(length)) throw new ProtocolError('a frame is too long')
    this.#begin(opcode, isFinal, length)
    this.#rest = bytes.subarray(end)
    return { opcode, isFinal, mask: bytes.subarray(end - MASK_LENGTH, end), left: length, offset: 0 }
  }

  #begin(opcode: number, isFinal: boolean, length: number): void {
    switch (opcode) {
      case OPCODE.text:
      case OPCODE.binary:
        if (this.#message !== undefined) throw new ProtocolError('a message begins within another')
        this.#message = opcode
        this.#isFirst = true
        return
      case OPCODE.continuation:
        if (this.#message === undefined) throw new ProtocolError('a continuation has no beginning')
        return
      case OPCODE.close:
      case OPCODE.ping:
      case OPCODE.pong:
        if (!isFinal || length > MAX_CONTROL) throw new ProtocolError('a control frame is too long')
        return
      default:
        throw new ProtocolError(`a frame has the unknown opcode ${opcode}`)
    }
  }
}

function unmasked(data: Buffer, mask: Buffer, offset: number): Buffer {
  const plain = Buffer.allocUnsafe(data.length)
  for (let index = 0; index < data.length; index++) {
    plain[index] = (data[index] as number) ^ (mask[(offset + index) & 3] as number)
  }
  return plain
}

/** The head of a frame that a server sends: a whole message, without a mask. */
export function frameHead(opcode: number, length: number): Buffer {
  const lengthBytes = length < 126 ? 0 : length < 0x1_0000 ? 2 : 8
  const head = Buffer.alloc(2 + lengthBytes)
  head[0] = 0x80 | opcode
  head[1] = lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127
  if (lengthBytes === 2) head.writeUInt16BE(length, 2)
  else if (lengthBytes === 8) head.writeBigUInt64BE(BigInt(length), 2)
  return head
}
