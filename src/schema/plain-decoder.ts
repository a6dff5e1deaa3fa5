import { perObject } from '#util/per-object.js'
import { DecodeError, describe } from './decode-error.js'
import { isMembers, setOwn, sortedKeys } from './map-members.js'
import { SCALARS } from './scalars.js'
import type { AnyStruct, EitherType, Field, Fields, ListType, MapType, ScalarType, Type } from './type.js'
import { dropsEmpty, elementZeroValue, memberZeroValue, type ZeroValue } from './zero-value.js'

/** Takes a value that is neither null nor undefined. */
export type Decode = (input: unknown) => unknown
type Members = Record<string, unknown>

/**
 * The decoder of a struct that can say what is wrong and where, and that matches member names in another case.
 * It looks at members in the order in which they were given, so that the first mistake is the one that is reported.
 */
export const plainDecoder: (type: AnyStruct) => Decode = perObject(structDecoder)

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
  return (input) => (isMembers(input) ? decodeStruct : decodeOther)(input)
}

/** Compiles the struct when it is first met: most are not, and one may contain itself. */
function lazyDecoder(type: AnyStruct): Decode {
  let decode: Decode | undefined
  return (input) => {
    decode ??= plainDecoder(type)
    return decode(input)
  }
}

interface MemberPlan {
  readonly name: string
  readonly decode: Decode
}

/** What to put where a member was not given. */
interface Filler {
  readonly name: string
  readonly make: () => unknown
}

function structDecoder(type: AnyStruct): Decode {
  const { fields, complete } = type
  const entries = Object.entries(fields as Fields)
  const absent: Members = Object.fromEntries(entries.map(([name]) => [name, undefined]))
  const plans = new Map<string, MemberPlan>()
  const plansByLowerCase = new Map<string, MemberPlan>()
  const fillers: Filler[] = []
  for (const [name, field] of entries) {
    const plan = { name, decode: memberDecoder(field) }
    plans.set(name, plan)
    plansByLowerCase.set(name.toLowerCase(), plan)
    fillers.push({ name, make: makerOf(memberZeroValue(field)) })
  }

  return (input) => {
    if (typeof input !== 'object' || Array.isArray(input)) {
      throw new DecodeError(`expected an object, got ${describe(input)}`).at(type, input)
    }
    const given = input as Members
    const out = { ...absent }
    let plan: MemberPlan | undefined
    try {
      for (const key in given) {
        // Member names are matched exactly if possible, else without regard to case, as clients are used to.
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

/** Reads a member; one that is empty may count as absent. */
function memberDecoder(field: Field): Decode {
  const decode = decoderOf(field.type)
  if (!dropsEmpty(field)) return decode
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
        const value = decode(input) as Members
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
      throw new DecodeError(`expected a list, got ${describe(input)}`).at(type, input)
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
      throw new DecodeError(`expected an object, got ${describe(input)}`).at(type, input)
    }
    const given = input as Members
    const out: Members = {}
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
