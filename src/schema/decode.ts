import { perObject } from '#util/memoize.js'
import { DecodeError } from './decode-error.js'
import { generateDecoder } from './generated/decoder.js'
import { canGenerate, structCells } from './generated/function.js'
import { type Decode, interpretedDecoder } from './generated/interpreted-decoder.js'
import {
  type AnyStruct,
  type Field,
  type Fields,
  list,
  map,
  type StructType,
  type StructValue,
  struct,
  type Type,
} from './type.js'

/**
 * The decoder of a struct, which takes a parsed JSON value to a clean object in one pass: unknown fields
 * dropped, null as absent, wrong types rejected with their path, scalars in canonical form, fields in the order
 * of the description, defaults set.
 *
 * Every object of a struct has all fields of its description, those that are absent as `undefined` (which
 * JSON leaves out). So all values of a type share one hidden class, code that reads them stays monomorphic,
 * and a field set later still has its right place.
 *
 * There are two decoders that read the same: generated code, which is quick, and a plain one, which can explain
 * what it rejects. Either is made when it is first needed.
 */
export function decoderOf<F extends Fields>(type: StructType<F>): (input: unknown) => StructValue<F> {
  const quick = cellOf(type)
  return (input) => {
    try {
      return quick.run(input) as StructValue<F>
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      return interpretedDecoder(type)(input) as StructValue<F>
    }
  }
}

/** Returns a function that creates empty values of the struct, with required fields and defaults. */
export function emptyOf<F extends Fields>(type: StructType<F>): () => StructValue<F> {
  const decode = decoderOf(type)
  return () => decode({})
}

const cellOf = structCells(
  (type): Decode => (canGenerate() ? generateDecoder(type, cellOf) : interpretedDecoder(type)),
)

/**
 * The same struct without defaults, at any depth. Conversions decode with it, so that defaults of one version do not
 * get into another.
 */
export const withoutDefaults: (type: AnyStruct) => AnyStruct = perObject(bareStruct)

function bareStruct(type: AnyStruct): AnyStruct {
  const fields = () =>
    Object.fromEntries(Object.entries(type.fields as Fields).map(([name, field]) => [name, bareField(field)]))
  return struct(type.name, type.description, fields, type)
}

function bareField({ default: _, ...field }: Field): Field {
  return { ...field, type: bareType(field.type) }
}

function bareType(type: Type): Type {
  if (type.kind === 'scalar') return type
  if (type.kind === 'struct') return withoutDefaults(type)
  if (type.kind === 'either') return { ...type, struct: withoutDefaults(type.struct) }
  return (type.kind === 'list' ? list : map)(bareType(type.element))
}
