import { canGenerate, GeneratedFunction } from './generated/function.js'
import { NEVER_EMPTY, SCALARS, type ScalarZero } from './scalars.js'
import type { AnyStruct, Field, Type } from './type.js'

/** The value where nothing was given. A struct is one with nothing given in it, lists and maps are empty. */
export type ZeroValue =
  | { readonly kind: 'value'; readonly value: ScalarZero | undefined }
  | { readonly kind: 'struct'; readonly type: AnyStruct }
  | { readonly kind: 'list' | 'map' }

const value = (value: ScalarZero | undefined): ZeroValue => ({ kind: 'value', value })

/** The value of a field that was not given; undefined when the field stays absent. */
export function fieldZeroValue({ presence, type, default: given }: Field): ZeroValue {
  if (type.kind === 'struct') {
    const isThere = given !== undefined || presence === 'required' || presence === 'optional'
    return isThere ? { kind: 'struct', type } : value(presence === 'nullable' ? null : undefined)
  }
  if (given !== undefined) return typeof given === 'object' ? { kind: 'map' } : value(given)
  switch (presence) {
    case 'explicit':
      return value(undefined)
    case 'nullable':
      return value(null)
    case 'required':
      return value(type.kind === 'scalar' ? SCALARS[type.name].zero : null)
    case 'optional': {
      const neverEmpty = type.kind === 'scalar' && NEVER_EMPTY.has(type.name)
      return value(neverEmpty ? SCALARS[type.name].zero : undefined)
    }
  }
}

/** The value of an element of a list, or an entry of a map, that is null. */
export function elementZeroValue(type: Type): ZeroValue {
  if (type.kind === 'scalar') return value(SCALARS[type.name].zero)
  if (type.kind === 'either') return value(null)
  return type.kind === 'struct' ? { kind: 'struct', type } : { kind: type.kind }
}

/** Whether a field that is given but empty counts as not given. */
export function omitsEmpty({ presence, type }: Field): boolean {
  if (presence === 'optional') return type.kind !== 'struct' && type.kind !== 'either'
  return presence === 'required' && (type.kind === 'list' || type.kind === 'map')
}

/**
 * A test whether a decoded value has none of the fields of a struct, which may be inlined in its own. All of them are
 * there, as `undefined`; to look them up by names that change from look to look takes ten times as long as generated
 * code that names each.
 */
export function fieldsAbsentTest(struct: AnyStruct): (value: object) => boolean {
  let test: ((value: object) => boolean) | undefined
  return (value) => {
    test ??= (canGenerate() ? generate : interpret)(Object.keys(struct.fields))
    return test(value)
  }
}

function interpret(names: readonly string[]): (value: object) => boolean {
  return (value) => names.every((name) => (value as Record<string, unknown>)[name] === undefined)
}

function generate(names: readonly string[]): (value: object) => boolean {
  const tests = names.map((name) => `given[${JSON.stringify(name)}] === undefined`)
  return new GeneratedFunction().compile('absence of members', 'given', `return ${tests.join(' && ')}`)
}
