import { generateWriter, type Write } from './generated-encoder.js'
import { canGenerate, structCells } from './generated-function.js'
import { copyOf, expectRoom } from './json-bytes.js'
import type { AnyStruct } from './type.js'

/**
 * The encoder of a struct: the JSON of a decoded value, byte for byte what `JSON.stringify` makes of it, but
 * without members that the description does not name. Throws `ValueTooLarge` when that is more than 8 MiB.
 */
export function encoderOf(type: AnyStruct): (value: object) => Buffer {
  const quick = cellOf(type)
  return (value) => (canGenerate() ? copyOf(quick.run(value, 0)) : stringified(value))
}

function stringified(value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value))
  expectRoom(json.length)
  return json
}

const cellOf = structCells((type): Write => generateWriter(type, cellOf))
