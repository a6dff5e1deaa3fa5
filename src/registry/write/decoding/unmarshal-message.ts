import type { DecodeError } from '#schema/decode-error.js'
import { type ScalarType, shortName, type Type } from '#schema/type.js'
import { goTypeOf } from './go-type.js'
import { base64Problem, quantityProblem, timeProblem } from './value-problems.js'

/** What a body is not, in the words that Kubernetes and its tools have for it. */
export function unmarshalMessage(error: DecodeError): string {
  if (error.mismatch === undefined) return error.message
  const { type, input } = error.mismatch
  const own = ownProblem(type, input)
  if (own !== undefined) return own
  const place = error.fields[error.fields.length - 1]
  const target = targetOf(type) ?? goTypeOf(type, place)
  const into =
    place === undefined
      ? 'Go value'
      : `Go struct field ${shortName(place.struct)}.${error.fields.map(({ name }) => name).join('.')}`
  return `json: cannot unmarshal ${jsonKindOf(input, type)} into ${into} of type ${target}`
}

/** What is wrong with a value whose type reads it itself; undefined where it is not even what that starts from. */
export function ownProblem(type: Type, input: unknown): string | undefined {
  if (type.kind !== 'scalar') return undefined
  switch (type.name) {
    case 'quantity':
    case 'milliQuantity':
      return quantityProblem(input)
    case 'time':
    case 'microTime':
      return typeof input === 'string' ? timeProblem(input, type.name === 'microTime') : undefined
    case 'bytes':
      return typeof input === 'string' ? base64Problem(input) : undefined
    default:
      return undefined
  }
}

/** What a type that reads its values itself starts from. */
export function targetOf(type: Type): string | undefined {
  if (type.kind !== 'scalar') return undefined
  if (type.name === 'time' || type.name === 'microTime') return 'string'
  return type.name === 'intOrString' ? 'int32' : undefined
}

const NUMBERS: ReadonlySet<ScalarType['name']> = new Set(['int32', 'int64', 'number', 'intOrString'])

/** A number is told where a number was wanted and this one does not fit. */
export function jsonKindOf(input: unknown, type: Type): string {
  if (typeof input === 'number') {
    return type.kind === 'scalar' && NUMBERS.has(type.name) ? `number ${input}` : 'number'
  }
  if (typeof input === 'boolean') return 'bool'
  if (typeof input === 'string') return 'string'
  return Array.isArray(input) ? 'array' : 'object'
}
