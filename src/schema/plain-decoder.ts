import { DecodeError, describe } from './decode-error.js'
import { SCALARS } from './scalars.js'
import type { AnyStruct, Field, Fields, ListType, MapType, StructType, StructValue, Type } from './type.js'

/**
 * Compiles a description into a decoder that takes a parsed JSON value to a clean object in one pass:
 * unknown members dropped, null as absent, wrong types refused with their path, scalars in canonical form,
 * members in the order of the description, defaults set.
 *
 * Every object of a struct has all members of its description, those that are absent as `undefined` (which
 * JSON leaves out). So all values of a type share one hidden class, code that reads them stays monomorphic,
 * and a member set later still has its right place.
 */
export function decoderOf<F extends Fields>(type: StructType<F>): (input: unknown) => StructValue<F> {
  return compileStruct(type) as (input: unknown) => StructValue<F>
}

/** A maker of values of the struct with nothing given: only what is always there, and the defaults. */
export function emptyOf<F extends Fields>(type: StructType<F>): () => StructValue<F> {
  const decode = decoderOf(type)
  return () => decode({})
}

/** Takes a value that is neither null nor undefined. */
type Decode = (input: unknown) => unknown
type Members = Record<string, unknown>

const compiledStructs = new WeakMap<AnyStruct, Decode>()

function compile(type: Type): Decode {
  switch (type.kind) {
    case 'scalar':
      return SCALARS[type.name].decode
    case 'list':
      return compileList(type)
    case 'map':
      return compileMap(type)
    case 'struct':
      return compileStruct(type)
  }
}

interface MemberPlan {
  readonly name: string
  readonly decode: Decode
}

/** What to put where a member was not given. */
interface Filler {
  readonly name: string
  readonly value: () => unknown
}

function compileStruct(type: AnyStruct): Decode {
  const compiled = compiledStructs.get(type)
  if (compiled) return compiled

  const entries = Object.entries(type.fields as Fields)
  const absent: Members = Object.fromEntries(entries.map(([name]) => [name, undefined]))
  const plans = new Map<string, MemberPlan>()
  const plansByLowerCase = new Map<string, MemberPlan>()
  const fillers: Filler[] = []
  for (const [name, field] of entries) {
    const plan = { name, decode: compileMember(field) }
    plans.set(name, plan)
    plansByLowerCase.set(name.toLowerCase(), plan)
    const value = fillerOf(field)
    if (value) fillers.push({ name, value })
  }
  const { complete } = type

  const decode: Decode = (input) => {
    if (typeof input !== 'object' || Array.isArray(input)) {
      throw new DecodeError(`expected an object, got ${describe(input)}`)
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
      throw error instanceof DecodeError && plan !== undefined ? error.within(plan.name) : error
    }
    for (const filler of fillers) {
      if (out[filler.name] === undefined) out[filler.name] = filler.value()
    }
    complete?.(out as never)
    return out
  }
  compiledStructs.set(type, decode)
  return decode
}

/** Reads a member; an optional one that is empty counts as absent. */
function compileMember(field: Field): Decode {
  const decode = compile(field.type)
  if (field.presence === 'explicit' || field.presence === 'nullable') return decode
  switch (field.type.kind) {
    case 'scalar': {
      if (field.presence === 'required') return decode
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
      return decode
  }
}

/** How to fill an absent member, or undefined when it is to stay absent. */
function fillerOf({ presence, type, default: standIn }: Field): (() => unknown) | undefined {
  if (
    type.kind === 'struct' &&
    (standIn !== undefined || presence === 'required' || presence === 'optional')
  ) {
    const decode = compileStruct(type)
    return () => decode({})
  }
  if (standIn !== undefined) return () => standIn
  if (presence === 'explicit') return undefined
  if (presence === 'nullable') return () => null
  if (type.kind === 'scalar') {
    const neverEmpty = type.name === 'time' || type.name === 'quantity'
    if (presence === 'optional' && !neverEmpty) return undefined
    const { zero } = SCALARS[type.name]
    return () => zero
  }
  return presence === 'required' ? () => null : undefined
}

function compileList({ element }: ListType): Decode {
  const decode = compile(element)
  const zero = zeroOf(element)
  return (input) => {
    if (!Array.isArray(input)) throw new DecodeError(`expected a list, got ${describe(input)}`)
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

function compileMap({ element }: MapType): Decode {
  const decode = compile(element)
  const zero = zeroOf(element)
  return (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw new DecodeError(`expected an object, got ${describe(input)}`)
    }
    const given = input as Members
    const out: Members = {}
    // Keys in order make equal maps equal as text, which is how writes that change nothing are found.
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

/** The value of a list element or map entry that is null. */
function zeroOf(type: Type): () => unknown {
  switch (type.kind) {
    case 'scalar': {
      const { zero } = SCALARS[type.name]
      return () => zero
    }
    case 'struct': {
      const decode = compileStruct(type)
      return () => decode({})
    }
    case 'list':
      return () => []
    case 'map':
      return () => ({})
  }
}

function sortedKeys(members: Members): string[] {
  const keys = Object.keys(members)
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort()
  }
  return keys
}

/** Sets a member whatever its name: `__proto__` would otherwise change the object's prototype. */
export function setOwn(target: Members, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else {
    target[key] = value
  }
}
