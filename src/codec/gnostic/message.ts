import { tagOf, WIRE_TYPE } from '#util/protobuf/wire-reader.js'
import type { Writer } from '#util/protobuf/writer.js'
import { stringifyJson } from '#util/text/json-integers.js'

/**
 * Encoders for protobuf messages of JSON documents. The codec for objects does not fit: these messages are recursive,
 * have alternatives, and omit absent fields.
 */

/** Writes a JSON value before the bytes that the writer already has. */
export type Write = (writer: Writer, value: unknown) => void

type Json = Readonly<Record<string, unknown>>

export const string =
  (number: number): Write =>
  (writer, value) => {
    writer.text(value as string)
    writer.varint(tagOf(number, WIRE_TYPE.bytes))
  }

export const bool =
  (number: number): Write =>
  (writer, value) => {
    writer.varint(value === true ? 1 : 0)
    writer.varint(tagOf(number, WIRE_TYPE.varint))
  }

/** A whole number. */
export const int64 =
  (number: number): Write =>
  (writer, value) => {
    writer.varint(Number(value))
    writer.varint(tagOf(number, WIRE_TYPE.varint))
  }

/** A number with a fraction. */
export const double =
  (number: number): Write =>
  (writer, value) => {
    writer.double(Number(value))
    writer.varint(tagOf(number, WIRE_TYPE.fixed64))
  }

/** A message inside of the message. */
export const nested =
  (number: number, write: Write): Write =>
  (writer, value) => {
    const before = writer.size
    write(writer, value)
    writer.close(before)
    writer.varint(tagOf(number, WIRE_TYPE.bytes))
  }

/** Every element of a list. */
export const each =
  (write: Write): Write =>
  (writer, value) => {
    for (const element of (value as readonly unknown[]).toReversed()) write(writer, element)
  }

/** Every field of an object whose names are data: messages of a name and a value. */
export const entries = (number: number, write: Write): Write => {
  const entry = nested(number, message({ name: string(1), value: nested(2, write) }))
  const every = each(entry)
  return (writer, value) => {
    every(
      writer,
      Object.entries(value as Json).map(([name, plainField]) => ({ name, value: plainField })),
    )
  }
}

/** Any value as YAML text; JSON is YAML. */
export const anyJson: Write = (writer, value) => string(2)(writer, stringifyJson(value))

/** The fields of an object with fixed names, by ascending number. Extensions (`x-…`) have their own field. */
export function message(fieldValues: Readonly<Record<string, Write>>, extensions?: number): Write {
  const writers = Object.entries(fieldValues).reverse()
  const writeExtensions = extensions === undefined ? undefined : entries(extensions, anyJson)
  return (writer, value) => {
    const json = value as Json
    const others = Object.keys(json).filter((name) => !Object.hasOwn(fieldValues, name))
    const unknown = others.find((name) => writeExtensions === undefined || !name.startsWith('x-'))
    if (unknown !== undefined) throw new Error(`the message has no place for the member ${unknown}`)
    if (others.length > 0) {
      writeExtensions?.(writer, Object.fromEntries(others.map((name) => [name, json[name]])))
    }
    for (const [name, write] of writers) if (json[name] !== undefined) write(writer, json[name])
  }
}
