import { generateWriter, type WriterCell } from './generated-encoder.js'
import { canGenerate } from './generated-function.js'
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
      return copyOf(quick.write(value, 0))
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error
      return stringified(value)
    }
  }
}

const stringified = (value: unknown) => Buffer.from(JSON.stringify(value))

const cells = new WeakMap<AnyStruct, WriterCell>()

function cellOf(type: AnyStruct): WriterCell {
  let cell = cells.get(type)
  if (cell === undefined) {
    cell = emptyCell(type)
    cells.set(type, cell)
  }
  return cell
}

/** Most structs that a kind could use are never seen; code for them would be made for nothing. */
function emptyCell(type: AnyStruct): WriterCell {
  const cell: WriterCell = {
    write: (value, at) => {
      cell.write = generateWriter(type, cellOf)
      return cell.write(value, at)
    },
  }
  return cell
}
