/**
 * Describes etcd's messages: the TypeScript type and the encoding follow from a message's fields. Unused fields are
 * left out.
 */
import { tagOf, WIRE_TYPE } from '#util/protobuf/wire-reader.js'
import { emptyWriter, type Writer } from '#util/protobuf/writer.js'
import { MessageReader } from './message-reader.js'

/** One field: `Read` is its decoded type, `Given` its type for encoding. */
interface Field<Read, Given = Read> {
  readonly number: number
  /** The value when the field is absent. */
  absent(): Read
  /** Writes value and tag in reverse. */
  write(writer: Writer, value: Given, shift: number): void
  read(reader: MessageReader, before: Read, shift: number): Read
}

// biome-ignore lint/suspicious/noExplicitAny: a record of fields of whatever type, which the inference below keeps.
type Fields = Readonly<Record<string, Field<any, any>>>

type Decoded<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer R, never> ? R : never }
type Encodable<F extends Fields> = {
  readonly [K in keyof F]?:
    | (F[K] extends { write(writer: Writer, value: infer G, shift: number): void } ? G : never)
    | undefined
}

/** `shift` is how far the revisions of the store are ahead of those of etcd; 0 by default. */
export interface Message<Read, Given> {
  encode(value: Given, shift?: number): Buffer
  decode(bytes: Buffer, shift?: number): Read
  /** The same for a nested message. */
  write(writer: Writer, value: Given, shift: number): void
  read(reader: MessageReader, shift: number): Read
}

/** The decoded type of a message. */
export type Received<M> = M extends Message<infer Read, never> ? Read : never
/** The type of a message for encoding: absent properties are omitted. */
export type Sent<M> = M extends { encode(value: infer Given, shift?: number): Buffer } ? Given : never

export function message<F extends Fields>(fields: F): Message<Decoded<F>, Encodable<F>> {
  const entries = Object.entries(fields)
  const reversed = entries.toReversed()
  const byNumber: [name: string, field: F[string]][] = []
  for (const [name, field] of entries) byNumber[field.number] = [name, field as F[string]]

  const write = (writer: Writer, value: Encodable<F>, shift: number) => {
    for (const [name, field] of reversed) {
      const given = value[name]
      if (given !== undefined) field.write(writer, given, shift)
    }
  }
  const read = (reader: MessageReader, shift: number): Decoded<F> => {
    const result: Record<string, unknown> = {}
    for (const [name, field] of entries) result[name] = field.absent()
    while (!reader.isAtEnd) {
      const tag = reader.tag()
      const known = byNumber[tag >>> 3]
      if (known === undefined) reader.skip(tag)
      else result[known[0]] = known[1].read(reader, result[known[0]], shift)
    }
    return result as Decoded<F>
  }
  return {
    encode: (value, shift = 0) => {
      const writer = emptyWriter()
      write(writer, value, shift)
      return writer.take()
    },
    decode: (bytes, shift = 0) => read(new MessageReader(bytes), shift),
    write,
    read,
  }
}

export const int64 = (number: number): Field<number> => ({
  number,
  absent: () => 0,
  write: (writer, value) => {
    writer.varint(value)
    writer.varint(tagOf(number, WIRE_TYPE.varint))
  },
  read: (reader) => reader.int64(),
})

/**
 * A revision. 0 stands for none, and stays. A revision before the first of etcd is sent as the first: etcd has nothing of
 * the store there either.
 */
export const revision = (number: number): Field<number> => ({
  ...int64(number),
  write: (writer, value, shift) =>
    int64(number).write(writer, value === 0 ? 0 : Math.max(1, value - shift), shift),
  read: (reader, _, shift) => {
    const value = reader.int64()
    return value === 0 ? 0 : value + shift
  },
})

/** An ID with all 64 bits. Decoded only: we send numbers of our own choice. */
export const id = (number: number): Field<bigint, never> => ({
  number,
  absent: () => 0n,
  write: () => undefined,
  read: (reader) => reader.uint64(),
})

export const bool = (number: number): Field<boolean> => ({
  number,
  absent: () => false,
  write: (writer, value) => {
    writer.varint(value ? 1 : 0)
    writer.varint(tagOf(number, WIRE_TYPE.varint))
  },
  read: (reader) => reader.boolean(),
})

export const text = (number: number): Field<string> => ({
  number,
  absent: () => '',
  write: (writer, value) => {
    writer.text(value)
    writer.varint(tagOf(number, WIRE_TYPE.bytes))
  },
  read: (reader) => reader.text(),
})

/** A key. Ours are printable ASCII; those of other programs may be any bytes, decoded as latin1. */
export const key = (number: number): Field<string> => ({
  number,
  absent: () => '',
  write: (writer, value) => {
    if (isAscii(value)) writer.text(value)
    else {
      writer.raw(Buffer.from(value, 'latin1'))
      writer.varint(value.length)
    }
    writer.varint(tagOf(number, WIRE_TYPE.bytes))
  },
  read: (reader) => reader.latin1(),
})

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false
  return true
}

const NOTHING = Buffer.alloc(0)

export const bytes = (number: number): Field<Buffer> => ({
  number,
  absent: () => NOTHING,
  write: (writer, value) => {
    writer.raw(value)
    writer.varint(value.length)
    writer.varint(tagOf(number, WIRE_TYPE.bytes))
  },
  read: (reader) => reader.raw(),
})

export const nested = <Read, Given>(
  number: number,
  type: Message<Read, Given>,
): Field<Read | undefined, Given> => ({
  number,
  absent: () => undefined,
  write: (writer, value, shift) => {
    const before = writer.size
    type.write(writer, value, shift)
    writer.close(before)
    writer.varint(tagOf(number, WIRE_TYPE.bytes))
  },
  read: (reader, _, shift) => type.read(reader.nested(), shift),
})

export const repeated = <Read, Given>(
  field: Field<Read, Given>,
): Field<NonNullable<Read>[], readonly Given[]> => ({
  number: field.number,
  absent: () => [],
  write: (writer, values, shift) => {
    for (let index = values.length - 1; index >= 0; index--)
      field.write(writer, values[index] as Given, shift)
  },
  read: (reader, before, shift) => {
    before.push(field.read(reader, field.absent(), shift) as NonNullable<Read>)
    return before
  },
})
