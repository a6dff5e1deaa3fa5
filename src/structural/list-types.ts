import { type Findings, MapKey } from './findings.js'
import type { StructuralSchema } from './schema.js'
import { isMembers, keyOf, type Members } from './values.js'

/** Finds items that a list of the type `set` or `map` has twice. Each is told where it is found the second time. */
export function validateListTypes(schema: StructuralSchema, value: unknown, findings: Findings): void {
  if (!schema.hasListTypes || findings.isFull) return
  if (Array.isArray(value)) {
    validateList(schema, value, findings)
    return
  }
  if (!isMembers(value)) return
  const { properties, additionalProperties } = schema
  for (const name of Object.keys(value)) {
    const property = properties?.get(name)
    const member = property ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    if (member === undefined) continue
    findings.enter(property === undefined ? new MapKey(name) : name)
    validateListTypes(member, value[name], findings)
    findings.leave()
  }
}

function validateList(schema: StructuralSchema, list: readonly unknown[], findings: Findings): void {
  if (schema.listType === 'set') validateDistinct(list, findings)
  if (schema.listType === 'map') validateKeys(schema.listMapKeys, list, findings)
  if (schema.items === undefined) return
  for (let index = 0; index < list.length; index++) {
    findings.enter(index)
    validateListTypes(schema.items, list[index], findings)
    findings.leave()
  }
}

function validateKeys(keys: readonly string[], list: readonly unknown[], findings: Findings): void {
  const other = list.findIndex((item) => item !== null && !isMembers(item))
  if (other >= 0) {
    const detail = 'must be an object for an array of list-type map'
    addAt(other, { type: 'invalid', value: list[other], detail }, findings)
    return
  }
  validateDistinct(
    list.map((item) => keysOf(keys, item)),
    findings,
  )
}

/** The keys that the item has, with their values. */
function keysOf(keys: readonly string[], item: unknown): Members {
  if (!isMembers(item)) return {}
  return Object.fromEntries(
    keys.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]]),
  )
}

function validateDistinct(list: readonly unknown[], findings: Findings): void {
  if (list.length < 2) return
  const times = new Map<string, number>()
  for (let index = 0; index < list.length && !findings.isFull; index++) {
    const key = keyOf(list[index])
    const count = (times.get(key) ?? 0) + 1
    times.set(key, count)
    if (count === 2) addAt(index, { type: 'duplicate', value: list[index] }, findings)
  }
}

function addAt(index: number, mistake: Parameters<Findings['add']>[0], findings: Findings): void {
  findings.enter(index)
  findings.add(mistake)
  findings.leave()
}
