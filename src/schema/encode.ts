import { generateWriter, type Write } from './generated-encoder.js'
import { canGenerate, structCells } from './generated-function.js'
import { copyOf, NoRoom } from './json-bytes.js'
import type { AnyStruct } from './type.js'

/**
 * The encoder of a struct: the JSON of a decoded value, byte for byte what `JSON.stringify` makes of it, but
 * without members that the description does not name.
 */
export function encoderOf(type: AnyStruct): (value: object) => Buffer {
  const quick = cellOf(type)
  return (value) => {
    if (!canGenerate()) return stringified(value)
    try {
      return copyOf(quick.run(value, 0))
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error
      return stringified(value)
    }
  }
}

const stringified = (value: unknown) => Buffer.from(JSON.stringify(value))

const cellOf = structCells((type): Write => generateWriter(type, cellOf))
