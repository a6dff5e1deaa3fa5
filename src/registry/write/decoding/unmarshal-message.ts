import type { DecodeError } from '#schema/decode-error.js'
import { type ScalarType, shortName, type Type } from '#schema/type.js'
import { goTypeOf } from './go-type.js'
import { base64Error, quantityError, timeError } from './value-errors.js'

/** Decode errors with the messages of Kubernetes. */
export function unmarshalMessage(error: DecodeError): string {
  if (error.mismatch === undefined) return error.message
  const { type, input } = error.mismatch
  const own = scalarError(type, input)
  if (own !== undefined) return own
  const place = error.fields[error.fields.length - 1]
  const target = targetOf(type) ?? goTypeOf(type, place)
  const into =
    place === undefined
      ? 'Go value'
      : `Go struct field ${shortName(place.struct)}.${error.fields.map(({ name }) => name).join('.')}`
  return `json: cannot unmarshal ${jsonKindOf(input, type)} into ${into} of type ${target}`
}

/** The error of a scalar with a parser of its own; undefined if the input has the wrong JSON type. */
export function scalarError(type: Type, input: unknown): string | undefined {
  if (type.kind !== 'scalar') return undefined
  switch (type.name) {
    case 'quantity':
    case 'milliQuantity':
      return quantityError(input)
    case 'time':
    case 'microTime':
      return typeof input === 'string' ? timeError(input, type.name === 'microTime') : undefined
    case 'bytes':
      return typeof input === 'string' ? base64Error(input) : undefined
    default:
      return undefined
  }
}

/** The JSON type that such a parser expects. */
export function targetOf(type: Type): string | undefined {
  if (type.kind !== 'scalar') return undefined
  if (type.name === 'time' || type.name === 'microTime') return 'string'
  return type.name === 'intOrString' ? 'int32' : undefined
}

const NUMBERS: ReadonlySet<ScalarType['name']> = new Set(['int32', 'int64', 'number', 'intOrString'])

/** The number is part of the message only if a number of another range was expected. */
export function jsonKindOf(input: unknown, type: Type): string {
  if (typeof input === 'number') {
    return type.kind === 'scalar' && NUMBERS.has(type.name) ? `number ${input}` : 'number'
  }
  if (typeof input === 'boolean') return 'bool'
  if (typeof input === 'string') return 'string'
  return Array.isArray(input) ? 'array' : 'object'
}
