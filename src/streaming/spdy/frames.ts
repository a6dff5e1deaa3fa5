/** Frames of SPDY/3.1. */

export const FRAME = {
  synStream: 1,
  synReply: 2,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  headers: 8,
  windowUpdate: 9,
} as const

/** On frames with data or headers: nothing follows in this direction. */
export const FIN = 1

/** Reasons of a reset. */
export const RESET = { protocolError: 1, refused: 3, cancel: 5 } as const

const VERSION = 3
const HEAD_LENGTH = 8
const MAX_ID = 0x7fff_ffff
/** The longest control frame. */
const MAX_CONTROL = 64 * 1024

export type Frame =
  | { readonly type: 'control'; readonly kind: number; readonly flags: number; readonly body: Buffer }
  /** A data frame comes in pieces; `isLast` marks the end of a frame with FIN. */
  | { readonly type: 'data'; readonly id: number; readonly data: Buffer; readonly isLast: boolean }

export function controlFrame(kind: number, flags: number, ...parts: readonly (Buffer | number)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'number' ? uint32(part) : part)))
  const head = Buffer.alloc(HEAD_LENGTH)
  head.writeUInt16BE(0x8000 | VERSION, 0)
  head.writeUInt16BE(kind, 2)
  head.writeUInt32BE(body.length, 4)
  head.writeUInt8(flags, 4)
  return Buffer.concat([head, body])
}

export function dataHead(id: number, length: number, flags = 0): Buffer {
  const head = Buffer.alloc(HEAD_LENGTH)
  head.writeUInt32BE(id, 0)
  head.writeUInt32BE(length, 4)
  head.writeUInt8(flags, 4)
  return head
}

/** The stream that a control frame is about. */
export const idOf = (body: Buffer): number => body.readUInt32BE(0) & MAX_ID

/** Splits received bytes into frames. Keeps no data of data frames. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)
  /** The data frame of which a part is still to come. */
  #data: { readonly id: number; left: number; readonly isLast: boolean } | undefined;

  /** Throws for bytes that are not SPDY/3. */
  *read(chunk: Buffer): Generator<Frame> {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) yield frame
  }

  #next(): Frame | undefined {
    if (this.#data !== undefined) return this.#rest.length === 0 ? undefined : this.#piece(this.#data)
    const head = this.#rest
    if (head.length < HEAD_LENGTH) return undefined
    const flags = head.readUInt8(4)
    const length = head.readUIntBE(5, 3)
    if ((head.readUInt8(0) & 0x80) === 0) {
      this.#rest = head.subarray(HEAD_LENGTH)
      const id = head.readUInt32BE(0)
      const isLast = (flags & FIN) !== 0
      if (length === 0) return { type: 'data', id, data: this.#rest.subarray(0, 0), isLast }
      this.#data = { id, left: length, isLast }
      return this.#next()
    }
    if ((head.readUInt16BE(0) & 0x7fff) !== VERSION) throw new Error('a frame is not SPDY/3')
    if (length > MAX_CONTROL) throw new Error('a frame is too long')
    if (head.length < HEAD_LENGTH + length) return undefined
    this.#rest = head.subarray(HEAD_LENGTH + length)
    const body = head.subarray(HEAD_LENGTH, HEAD_LENGTH + length)
    return { type: 'control', kind: head.readUInt16BE(2), flags, body }
  }

  #piece(frame: { readonly id: number; left: number; readonly isLast: boolean }): Frame {
    const data = this.#rest.subarray(0, frame.left)
    this.#rest = this.#rest.subarray(data.length)
    frame.left -= data.length
    if (frame.left === 0) this.#data = undefined
    return { type: 'data', id: frame.id, data, isLast: frame.isLast && frame.left === 0 }
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
