import { stringifyJson } from '#util/json-integers.js'
import { tagOf, WIRE_TYPE } from '#util/protobuf/wire-type.js'
import type { Writer } from '#util/protobuf/writer.js'

/**
 * Words for messages that stand for JSON documents. The codec for objects does not fit: these messages contain
 * themselves, have alternatives, and leave out whatever is not given.
 */

/** Writes a JSON value in front of what the writer holds. */
export type Write = (writer: Writer, value: unknown) => void

type Json = Readonly<Record<string, unknown>>

export const text =
  (number: number): Write =>
  (writer, value) => {
    writer.text(value as string)
    writer.varint(tagOf(number, WIRE_TYPE.bytes))
  }

export const flag =
  (number: number): Write =>
  (writer, value) => {
    writer.varint(value === true ? 1 : 0)
    writer.varint(tagOf(number, WIRE_TYPE.varint))
  }

/** A whole number. */
export const whole =
  (number: number): Write =>
  (writer, value) => {
    writer.varint(Number(value))
    writer.varint(tagOf(number, WIRE_TYPE.varint))
  }

/** A number with a fraction. */
export const fraction =
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

/** Every member of an object whose names are data: messages of a name and a value. */
export const entries = (number: number, write: Write): Write => {
  const entry = nested(number, message({ name: text(1), value: nested(2, write) }))
  const every = each(entry)
  return (writer, value) => {
    every(
      writer,
      Object.entries(value as Json).map(([name, member]) => ({ name, value: member })),
    )
  }
}

/** A value of any form, as text in YAML; JSON is YAML. */
export const anything: Write = (writer, value) => text(2)(writer, stringifyJson(value))

/**
 * The members of an object whose names are fixed, by ascending number. Extensions (`x-…`) go to a field of
 * their own.
 */
export function message(members: Readonly<Record<string, Write>>, extensions?: number): Write {
  const writers = Object.entries(members).reverse()
  const writeExtensions = extensions === undefined ? undefined : entries(extensions, anything)
  return (writer, value) => {
    const json = value as Json
    const others = Object.keys(json).filter((name) => !Object.hasOwn(members, name))
    const unknown = others.find((name) => writeExtensions === undefined || !name.startsWith('x-'))
    if (unknown !== undefined) throw new Error(`the message has no place for the member ${unknown}`)
    if (others.length > 0) {
      writeExtensions?.(writer, Object.fromEntries(others.map((name) => [name, json[name]])))
    }
    for (const [name, write] of writers) if (json[name] !== undefined) write(writer, json[name])
  }
}
