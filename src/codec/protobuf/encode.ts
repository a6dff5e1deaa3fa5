import { SCALARS } from '#schema/scalars.js'
import type { AnyStruct, EitherType, ListType, MapType, ScalarName, Type } from '#schema/type.js'
import { perObject } from '#util/per-object.js'
import { tagOf, WIRE_TYPE, type WireType } from '#util/protobuf/wire-type.js'
import { emptyWriter, type Writer } from '#util/protobuf/writer.js'
import { eitherMembers, eitherMessage } from './either.js'
import { type MemberField, type MessageField, messageFields } from './layout.js'
import { isWellKnown, WELL_KNOWN, type WellKnownName } from './well-known.js'

/**
 * The message of a value that the schema's decoder made, or of one that JSON can express in the same form:
 * without envelope, fields by ascending number, map entries by key.
 *
 * What the struct always has is always written, also where the value lacks it: empty text as text of no
 * bytes, 0 and false as 0, a struct as a message of its own such fields.
 */
export function encodeMessage(struct: AnyStruct, value: object): Buffer {
  const writer = emptyWriter()
  messageWriter(struct)(writer, value as Members)
  return writer.take()
}

/** Writes a message in front of what the writer holds. */
export const messageWriter: (struct: AnyStruct) => WriteMembers = perObject(compileMessage)

type Members = Readonly<Record<string, unknown>>
type WriteMembers = (writer: Writer, members: Members) => void

/** How a single value is written. What has a length is written with it. */
interface ValueWriter {
  readonly wireType: WireType
  readonly write: (writer: Writer, value: unknown) => void
  /** What is written where the value is absent but its field is not. */
  readonly zero: unknown
}

function compileMessage(struct: AnyStruct): WriteMembers {
  const fields = messageFields(struct).map(compileField).reverse()
  return (writer, members) => {
    for (let index = 0; index < fields.length; index++) (fields[index] as WriteMembers)(writer, members)
  }
}

function compileField(field: MessageField): WriteMembers {
  if (field.form === 'inlined') {
    const { write } = structWriter(field.struct)
    const tag = tagOf(field.number, WIRE_TYPE.bytes)
    return (writer, members) => {
      write(writer, members)
      writer.varint(tag)
    }
  }
  switch (field.type.kind) {
    case 'list':
      return field.wrapped
        ? compileSingle({ ...field, onlyIfSet: true }, listMessageWriter(field.type))
        : compileList(field, field.type)
    case 'map':
      return compileMap(field, field.type)
    default:
      return compileSingle(field, valueWriter(field.type))
  }
}

function compileSingle(
  { number, name, onlyIfSet }: MemberField,
  { wireType, write, zero }: ValueWriter,
): WriteMembers {
  const tag = tagOf(number, wireType)
  if (onlyIfSet) {
    return (writer, members) => {
      const value = members[name]
      if (value === undefined || value === null) return
      write(writer, value)
      writer.varint(tag)
    }
  }
  return (writer, members) => {
    write(writer, members[name] ?? zero)
    writer.varint(tag)
  }
}

function compileList({ number, name }: Pick<MemberField, 'number' | 'name'>, type: ListType): WriteMembers {
  const { wireType, write } = valueWriter(type.element)
  const tag = tagOf(number, wireType)
  return (writer, members) => {
    const list = members[name] as readonly unknown[] | null | undefined
    if (list === undefined || list === null) return
    for (let index = list.length - 1; index >= 0; index--) {
      write(writer, list[index])
      writer.varint(tag)
    }
  }
}

const KEY_TAG = tagOf(1, WIRE_TYPE.bytes)

function compileMap({ number, name }: MemberField, type: MapType): WriteMembers {
  const { wireType, write } = valueWriter(type.element)
  const tag = tagOf(number, WIRE_TYPE.bytes)
  const valueTag = tagOf(2, wireType)
  return (writer, members) => {
    const map = members[name] as Members | null | undefined
    if (map === undefined || map === null) return
    // Objects have keys that are numbers first, so that even a map in order has to be sorted.
    const keys = Object.keys(map).sort()
    for (let index = keys.length - 1; index >= 0; index--) {
      const key = keys[index] as string
      const before = writer.size
      write(writer, map[key])
      writer.varint(valueTag)
      writer.text(key)
      writer.varint(KEY_TAG)
      writer.close(before)
      writer.varint(tag)
    }
  }
}

function valueWriter(type: Type): ValueWriter {
  if (type.kind === 'scalar') {
    return isWellKnown(type.name) ? wellKnownWriter(type.name) : PLAIN_WRITERS[type.name]
  }
  if (type.kind === 'struct') return structWriter(type)
  if (type.kind === 'either') return eitherWriter(type)
  if (type.kind === 'list') return listMessageWriter(type)
  throw new Error(`a ${type.kind} is not a single value`)
}

/** A message with the list as its only field, number 1. */
function listMessageWriter(type: ListType): ValueWriter {
  const writeItems = compileList({ number: 1, name: 'items' }, type)
  return {
    wireType: WIRE_TYPE.bytes,
    zero: [],
    write: (writer, items) => {
      const before = writer.size
      writeItems(writer, { items })
      writer.close(before)
    },
  }
}

const EMPTY: Members = {}

/** Compiles the message when it is first written: most are not, and one may contain itself. */
function structWriter(struct: AnyStruct): ValueWriter {
  let writeMembers: WriteMembers | undefined
  return {
    wireType: WIRE_TYPE.bytes,
    zero: EMPTY,
    write: (writer, value) => {
      const before = writer.size
      writeMembers ??= messageWriter(struct)
      writeMembers(writer, value as Members)
      writer.close(before)
    },
  }
}

function eitherWriter(type: EitherType): ValueWriter {
  const { wireType, write, zero } = structWriter(eitherMessage(type))
  return { wireType, zero, write: (writer, value) => write(writer, eitherMembers(value)) }
}

function wellKnownWriter(name: WellKnownName): ValueWriter {
  const { struct, toMembers } = WELL_KNOWN[name]
  const writeMembers = messageWriter(struct)
  return {
    wireType: WIRE_TYPE.bytes,
    zero: SCALARS[name].zero,
    write: (writer, value) => {
      const before = writer.size
      const members = toMembers(value as never)
      if (members !== undefined) writeMembers(writer, members)
      writer.close(before)
    },
  }
}

const writeNumber = (writer: Writer, value: unknown) => writer.varint(value as number)
const writeDouble = (writer: Writer, value: unknown) => writer.double(value as number)
const writeText = (writer: Writer, value: unknown) => writer.text(value as string)
const writeBytes = (writer: Writer, value: unknown) => {
  const bytes = Buffer.from(value as string, 'base64')
  writer.raw(bytes)
  writer.varint(bytes.length)
}
const writeBoolean = (writer: Writer, value: unknown) => writer.varint(value === true ? 1 : 0)

const PLAIN_WRITERS: Readonly<Record<Exclude<ScalarName, WellKnownName>, ValueWriter>> = {
  string: { wireType: WIRE_TYPE.bytes, write: writeText, zero: '' },
  boolean: { wireType: WIRE_TYPE.varint, write: writeBoolean, zero: false },
  int32: { wireType: WIRE_TYPE.varint, write: writeNumber, zero: 0 },
  int64: { wireType: WIRE_TYPE.varint, write: writeNumber, zero: 0 },
  number: { wireType: WIRE_TYPE.fixed64, write: writeDouble, zero: 0 },
  bytes: { wireType: WIRE_TYPE.bytes, write: writeBytes, zero: '' },
}
