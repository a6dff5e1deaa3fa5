import { Failure, noSuchKey } from '#cel/values/failure.js'
import { CelList, CelMap, type CelValue, Optional, typeNameOf, Uint } from '#cel/values/values.js'

/** Access to fields of objects and to items of lists and maps. */

export function select(operand: CelValue, field: string): CelValue {
  if (operand instanceof CelMap) {
    const value = operand.get(field)
    if (value === undefined) throw noSuchKey(field)
    return value
  }
  if (operand instanceof Optional) return selectOptional(operand, field)
  throw unsupported(operand)
}

/** Whether the field exists; for an optional, whether it has a value with the field. */
export function testPresence(operand: CelValue, field: string): boolean {
  if (operand instanceof CelMap) return operand.get(field) !== undefined
  if (operand instanceof Optional) return operand.value !== undefined && testPresence(operand.value, field)
  throw unsupported(operand)
}

export function selectOptional(operand: CelValue, field: string): CelValue {
  const inner = operand instanceof Optional ? operand.value : operand
  if (inner === undefined) return Optional.NONE
  if (!(inner instanceof CelMap)) throw unsupported(inner)
  return optional(inner.get(field))
}

export function index(operand: CelValue, key: CelValue): CelValue {
  if (operand instanceof Optional) return indexOptional(operand, key)
  const value = find(operand, key)
  if (value !== undefined) return value
  if (operand instanceof CelList) throw new Failure(`index out of bounds: ${shown(key)}`)
  throw noSuchKey(shown(key))
}

export function indexOptional(operand: CelValue, key: CelValue): CelValue {
  const inner = operand instanceof Optional ? operand.value : operand
  return inner === undefined ? Optional.NONE : optional(find(inner, key))
}

const optional = (value: CelValue | undefined) => (value === undefined ? Optional.NONE : new Optional(value))

function find(container: CelValue, key: CelValue): CelValue | undefined {
  if (container instanceof CelMap) return container.get(key)
  if (!(container instanceof CelList)) throw unsupported(container)
  const slot = placeIn(container, key)
  return slot === undefined ? undefined : container.at(slot)
}

function placeIn(list: CelList, key: CelValue): number | undefined {
  const number = key instanceof Uint ? key.value : key
  if (typeof number !== 'bigint' && !(typeof number === 'number' && Number.isInteger(number))) {
    throw new Failure(`unsupported index type '${typeNameOf(key)}' in list`)
  }
  return number >= 0 && number < list.size ? Number(number) : undefined
}

const shown = (key: CelValue): string => (key instanceof Uint ? String(key.value) : String(key))

const unsupported = (value: CelValue) => new Failure(`no such overload: select from ${typeNameOf(value)}`)
