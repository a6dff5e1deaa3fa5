import { setOwn } from '#schema/json-object.js'
import { SCALARS } from '#schema/scalars.js'
import type { AnyStruct, EitherType, ListType, MapType, ScalarName, ScalarType, Type } from '#schema/type.js'
import { perObject } from '#util/memoize.js'
import { WIRE_TYPE, type WireType } from '#util/protobuf/wire-reader.js'
import { eitherMessage, eitherValue, type MessageField, messageFields, type PlainField } from './layout.js'
import { MalformedMessage, Reader } from './reader.js'
import { isWellKnown, TypeMismatch, WELL_KNOWN, type WellKnownName } from './well-known.js'

/**
 * Decodes a message to the JSON value that the schema's decoder reads, which knows of
 * canonical forms and defaults. Throws a `MalformedMessage` when it cannot be read.
 *
 * Fields that the struct does not have are passed over. Of a field that comes several times the last one
 * counts; nested messages are joined, lists and maps go on.
 */
export function decodeMessage(struct: AnyStruct, message: Buffer): FieldValues {
  return readMessage(struct, new Reader(message))
}

/** The same for what lies before the reader, up to its end. */
export function readMessage(struct: AnyStruct, reader: Reader): FieldValues {
  const fieldValues: FieldValues = {}
  messageReader(struct)(reader, fieldValues)
  return fieldValues
}

type FieldValues = Record<string, unknown>
type ReadFields = (reader: Reader, into: FieldValues) => void

/** How a single value is read. */
interface ValueReader {
  readonly wireType: WireType
  /** `current` is what an earlier occurrence of the same field gave. */
  readonly read: (reader: Reader, current: unknown) => unknown
}

interface FieldReader {
  readonly number: number
  /** For the path in errors; undefined for what has no name of its own there. */
  readonly name: string | undefined
  readonly wireType: WireType
  readonly read: ReadFields
  /** Set where the elements of a list may also be packed into one field. */
  readonly readPacked?: ReadFields
}

const messageReader: (struct: AnyStruct) => ReadFields = perObject((struct) =>
  fieldsReader(messageFields(struct).map(compileField)),
)

function fieldsReader(fields: readonly FieldReader[]): ReadFields {
  const byNumber: (FieldReader | undefined)[] = []
  for (const field of fields) byNumber[field.number] = field
  return (reader, into) => {
    while (!reader.isAtEnd) {
      const start = reader.at
      const tag = reader.tag()
      const field = byNumber[tag >>> 3]
      if (field === undefined) {
        reader.skip(tag)
        continue
      }
      try {
        if ((tag & 7) === field.wireType) field.read(reader, into)
        else if ((tag & 7) === WIRE_TYPE.bytes && field.readPacked) field.readPacked(reader, into)
        else throw reader.fault(`the wire type is ${tag & 7} instead of ${field.wireType}`, start)
      } catch (error) {
        throw field.name === undefined ? error : located(error, field.name)
      }
    }
  }
}

function located(error: unknown, segment: string | number): unknown {
  return error instanceof MalformedMessage ? error.within(segment) : error
}

/** Reads what has a length: `read` sees nothing beyond it. */
function enter(reader: Reader, read: ReadFields, into: FieldValues): FieldValues {
  const outerEnd = reader.enter()
  read(reader, into)
  reader.leave(outerEnd)
  return into
}

function compileField(field: MessageField): FieldReader {
  if (field.layout === 'inlined') {
    const readFields = messageReader(field.struct)
    const read: ReadFields = (reader, into) => enter(reader, readFields, into)
    return { number: field.number, name: undefined, wireType: WIRE_TYPE.bytes, read }
  }
  switch (field.type.kind) {
    case 'list':
      return field.wrapped
        ? singleReader(field.number, field.name, field.type)
        : listReader(field, field.type)
    case 'map':
      return mapReader(field, field.type)
    case 'struct':
    case 'either':
      return singleReader(field.number, field.name, field.type)
    case 'scalar':
      return field.onlyIfSet
        ? singleReader(field.number, field.name, field.type)
        : zeroableReader(field, field.type)
  }
}

/** A zero that says nothing is left out, as in JSON: zeros are half of the fields of a message. */
function zeroableReader({ number, name }: PlainField, type: ScalarType): FieldReader {
  const { wireType, read } = valueReader(type)
  const { zero } = SCALARS[type.name]
  return {
    number,
    name,
    wireType,
    read: (reader, into) => {
      const value = read(reader, undefined)
      // It does say something after a value that is not zero.
      if (value !== zero || into[name] !== undefined) into[name] = value
    },
  }
}

function singleReader(number: number, name: string, type: Type): FieldReader {
  const { wireType, read } = valueReader(type)
  return {
    number,
    name,
    wireType,
    read: (reader, into) => {
      into[name] = read(reader, into[name])
    },
  }
}

function listReader(
  { number, name }: Pick<PlainField, 'number' | 'name'>,
  { element }: ListType,
): FieldReader {
  const { wireType, read } = valueReader(element)
  const append: ReadFields = (reader, into) => {
    into[name] ??= []
    const list = into[name] as unknown[]
    reader.countPart()
    try {
      list.push(read(reader, undefined))
    } catch (error) {
      throw located(error, list.length)
    }
  }
  if (wireType !== WIRE_TYPE.varint) return { number, name, wireType, read: append }
  const appendAll: ReadFields = (reader, into) => {
    while (!reader.isAtEnd) append(reader, into)
  }
  const readPacked: ReadFields = (reader, into) => enter(reader, appendAll, into)
  return { number, name, wireType, read: append, readPacked }
}

/** Each entry is a message of a key, number 1, and a value, number 2. */
function mapReader({ number, name }: PlainField, { element }: MapType): FieldReader {
  const readEntry = fieldsReader([
    singleReader(1, 'key', { kind: 'scalar', name: 'string' }),
    singleReader(2, 'value', element),
  ])
  const read: ReadFields = (reader, into) => {
    into[name] ??= {}
    reader.countPart()
    const { key, value } = enter(reader, readEntry, { key: '', value: null })
    setOwn(into[name] as FieldValues, key as string, value)
  }
  return { number, name, wireType: WIRE_TYPE.bytes, read }
}

function valueReader(type: Type): ValueReader {
  if (type.kind === 'scalar') {
    return isWellKnown(type.name) ? wellKnownReader(type.name) : PLAIN_READERS[type.name]
  }
  if (type.kind === 'struct') return structReader(type)
  if (type.kind === 'either') return eitherReader(type)
  if (type.kind === 'list') return listMessageReader(type)
  throw new Error(`a ${type.kind} is not a single value`)
}

/** Compiles the message when it is first read: most are not, and one may contain itself. */
function structReader(struct: AnyStruct): ValueReader {
  let readFields: ReadFields | undefined
  return {
    wireType: WIRE_TYPE.bytes,
    read: (reader, current) => {
      readFields ??= messageReader(struct)
      return enter(reader, readFields, (current ?? {}) as FieldValues)
    },
  }
}

/** Of a value that comes several times the last one counts as a whole. */
function eitherReader(type: EitherType): ValueReader {
  const { wireType, read } = structReader(eitherMessage(type))
  return { wireType, read: (reader) => eitherValue(type, read(reader, undefined) as FieldValues) }
}

/** A message with the list as its only field, number 1. */
function listMessageReader(type: ListType): ValueReader {
  const items = listReader({ number: 1, name: 'items' }, type)
  const readItems = fieldsReader([{ ...items, name: undefined }])
  return {
    wireType: WIRE_TYPE.bytes,
    read: (reader, current) => enter(reader, readItems, { items: current ?? [] }).items,
  }
}

function wellKnownReader(name: WellKnownName): ValueReader {
  const { struct, fromFields } = WELL_KNOWN[name]
  const readFields = messageReader(struct)
  return {
    wireType: WIRE_TYPE.bytes,
    read: (reader) => {
      const start = reader.at
      const value = fromFields(enter(reader, readFields, {}), reader)
      if (value instanceof TypeMismatch) throw reader.fault(value.reason, start)
      return value
    },
  }
}

const PLAIN_READERS: Readonly<Record<Exclude<ScalarName, WellKnownName>, ValueReader>> = {
  string: { wireType: WIRE_TYPE.bytes, read: (reader) => reader.text() },
  boolean: { wireType: WIRE_TYPE.varint, read: (reader) => reader.boolean() },
  int32: { wireType: WIRE_TYPE.varint, read: (reader) => reader.int32() },
  int64: { wireType: WIRE_TYPE.varint, read: (reader) => reader.int64() },
  number: { wireType: WIRE_TYPE.fixed64, read: (reader) => reader.double() },
  bytes: { wireType: WIRE_TYPE.bytes, read: (reader) => reader.base64() },
}
