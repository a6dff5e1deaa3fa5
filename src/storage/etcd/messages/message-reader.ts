import { WireReader } from '#util/protobuf/wire-reader.js'

/** Reads the fields of an etcd message. */
export class MessageReader extends WireReader {
  override fault(reason: string): Error {
    return new Error(`etcd sent a message that cannot be read: ${reason}`)
  }

  /** A signed 64-bit integer. Revisions and counts stay far below 2^53. */
  int64(): number {
    this.varint()
    return (this.high | 0) * 2 ** 32 + this.low
  }

  /** An unsigned 64-bit integer with all bits. */
  uint64(): bigint {
    this.varint()
    return (BigInt(this.high) << 32n) | BigInt(this.low)
  }

  /** The bytes of a field, not copied. */
  raw(): Buffer {
    const end = this.chunk()
    const raw = this.bytes.subarray(this.at, end)
    this.at = end
    return raw
  }

  text(): string {
    const end = this.chunk()
    const text = this.bytes.toString('utf8', this.at, end)
    this.at = end
    return text
  }

  /** Bytes as a latin1 string. */
  latin1(): string {
    const end = this.chunk()
    const text = this.bytes.toString('latin1', this.at, end)
    this.at = end
    return text
  }

  nested(): MessageReader {
    const end = this.chunk()
    const nested = new MessageReader(this.bytes, this.at, end)
    this.at = end
    return nested
  }
}
