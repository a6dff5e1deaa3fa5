import { DecodeError, describeValue } from '#schema/decode-error.js'
import { isJsonObject, setOwn, sortedKeys } from '#schema/json-object.js'
import { SCALARS } from '#schema/scalars.js'
import type {
  AnyStruct,
  EitherType,
  Field,
  Fields,
  ListType,
  MapType,
  ScalarType,
  Type,
} from '#schema/type.js'
import { elementZeroValue, fieldZeroValue, omitsEmpty, type ZeroValue } from '#schema/zero-value.js'
import { perObject } from '#util/memoize.js'

/** Takes a value that is neither null nor undefined. */
export type Decode = (input: unknown) => unknown
type FieldValues = Record<string, unknown>

/**
 * The decoder of a struct that can say what is wrong and where, and that matches field names in another case. It reads
 * fields in the order of the input, so that the first error is reported.
 */
export const interpretedDecoder: (type: AnyStruct) => Decode = perObject(structDecoder)

function decoderOf(type: Type): Decode {
  switch (type.kind) {
    case 'scalar':
      return scalarDecoder(type)
    case 'list':
      return listDecoder(type)
    case 'map':
      return mapDecoder(type)
    case 'struct':
      return lazyDecoder(type)
    case 'either':
      return eitherDecoder(type)
  }
}

function scalarDecoder(type: ScalarType): Decode {
  const { decode } = SCALARS[type.name]
  return (input) => {
    try {
      return decode(input)
    } catch (error) {
      throw error instanceof DecodeError ? error.at(type, input) : error
    }
  }
}

function eitherDecoder({ struct, other }: EitherType): Decode {
  const decodeStruct = lazyDecoder(struct)
  const decodeOther = decoderOf(other)
  return (input) => (isJsonObject(input) ? decodeStruct : decodeOther)(input)
}

/** Compiles the struct when it is first met: most are not, and one may contain itself. */
function lazyDecoder(type: AnyStruct): Decode {
  let decode: Decode | undefined
  return (input) => {
    decode ??= interpretedDecoder(type)
    return decode(input)
  }
}

interface FieldPlan {
  readonly name: string
  readonly decode: Decode
}

/** What to put where a field was not given. */
interface Filler {
  readonly name: string
  readonly make: () => unknown
}

function structDecoder(type: AnyStruct): Decode {
  const { fields, complete } = type
  const entries = Object.entries(fields as Fields)
  const absent: FieldValues = Object.fromEntries(entries.map(([name]) => [name, undefined]))
  const plans = new Map<string, FieldPlan>()
  const plansByLowerCase = new Map<string, FieldPlan>()
  const fillers: Filler[] = []
  for (const [name, field] of entries) {
    const plan = { name, decode: fieldDecoder(field) }
    plans.set(name, plan)
    plansByLowerCase.set(name.toLowerCase(), plan)
    fillers.push({ name, make: makerOf(fieldZeroValue(field)) })
  }

  return (input) => {
    if (typeof input !== 'object' || Array.isArray(input)) {
      throw new DecodeError(`expected an object, got ${describeValue(input)}`).at(type, input)
    }
    const given = input as FieldValues
    const out = { ...absent }
    let plan: FieldPlan | undefined
    try {
      for (const key in given) {
        // Field names match exactly if possible, else case-insensitively, as in Kubernetes.
        plan = plans.get(key) ?? plansByLowerCase.get(key.toLowerCase())
        if (plan === undefined) continue
        const value = given[key]
        if (value !== null && value !== undefined) out[plan.name] = plan.decode(value)
      }
    } catch (error) {
      throw error instanceof DecodeError && plan !== undefined ? error.withinField(type, plan.name) : error
    }
    for (const { name, make } of fillers) {
      if (out[name] === undefined) out[name] = make()
    }
    complete?.(out as never)
    return out
  }
}

/** Reads a field; one that is empty may count as absent. */
function fieldDecoder(field: Field): Decode {
  const decode = decoderOf(field.type)
  if (!omitsEmpty(field)) return decode
  switch (field.type.kind) {
    case 'scalar': {
      const { zero } = SCALARS[field.type.name]
      return (input) => {
        const value = decode(input)
        return value === zero ? undefined : value
      }
    }
    case 'list':
      return (input) => {
        const value = decode(input) as unknown[]
        return value.length === 0 ? undefined : value
      }
    case 'map':
      return (input) => {
        const value = decode(input) as FieldValues
        for (const _ in value) return value
        return undefined
      }
    case 'struct':
    case 'either':
      return decode
  }
}

function listDecoder(type: ListType): Decode {
  const { element } = type
  const decode = decoderOf(element)
  const zero = makerOf(elementZeroValue(element))
  return (input) => {
    if (!Array.isArray(input))
      throw new DecodeError(`expected a list, got ${describeValue(input)}`).at(type, input)
    const out = new Array<unknown>(input.length)
    for (let index = 0; index < input.length; index++) {
      const value: unknown = input[index]
      try {
        out[index] = value === null || value === undefined ? zero() : decode(value)
      } catch (error) {
        throw error instanceof DecodeError ? error.within(index) : error
      }
    }
    return out
  }
}

function mapDecoder(type: MapType): Decode {
  const { element } = type
  const decode = decoderOf(element)
  const zero = makerOf(elementZeroValue(element))
  return (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw new DecodeError(`expected an object, got ${describeValue(input)}`).at(type, input)
    }
    const given = input as FieldValues
    const out: FieldValues = {}
    for (const key of sortedKeys(given)) {
      const value = given[key]
      let decoded: unknown
      try {
        decoded = value === null || value === undefined ? zero() : decode(value)
      } catch (error) {
        throw error instanceof DecodeError ? error.within(key) : error
      }
      setOwn(out, key, decoded)
    }
    return out
  }
}

function makerOf(zero: ZeroValue): () => unknown {
  switch (zero.kind) {
    case 'value':
      return () => zero.value
    case 'struct': {
      const decode = lazyDecoder(zero.type)
      return () => decode({})
    }
    case 'list':
      return () => []
    case 'map':
      return () => ({})
  }
}
