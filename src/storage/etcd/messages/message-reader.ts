import { WireReader } from '#util/protobuf/wire-reader.js'

/** Reads the parts of a message from etcd. */
export class MessageReader extends WireReader {
  override fault(problem: string): Error {
    return new Error(`etcd sent a message that cannot be read: ${problem}`)
  }

  /** A number of 64 bits with a sign. Revisions and counts stay far below 2^53. */
  int64(): number {
    this.varint()
    return (this.high | 0) * 2 ** 32 + this.low
  }

  /** A number of 64 bits without a sign, of which every bit counts. */
  uint64(): bigint {
    this.varint()
    return (BigInt(this.high) << 32n) | BigInt(this.low)
  }

  /** The bytes of a field without a copy of them. */
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

  /** Bytes as a text of as many characters. */
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
