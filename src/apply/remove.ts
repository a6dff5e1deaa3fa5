import { setOwn } from '#schema/json-object.js'
import { type FieldSet, type FieldSetDraft, hasSelf, SELF, withSelf } from './field-set.js'
import {
  deduce,
  fieldOf,
  isJsonObject,
  type ListMergeType,
  type MapMergeType,
  type MergeType,
  type StructMergeType,
} from './merge-type.js'

/** The value without the fields of a set and everything below them; null when nothing is left. */
export function removeFields(anyMergeType: MergeType, value: unknown, fields: FieldSet | undefined): unknown {
  if (fields === undefined) return value
  const mergeType = deduce(anyMergeType, value)
  if (mergeType.kind === 'list')
    return Array.isArray(value) ? removeElements(mergeType, value, fields) : value
  if (mergeType.kind === 'atomic') return typeof value === 'object' ? null : value
  return isJsonObject(value) ? removeMembers(mergeType, value, fields) : value
}

function removeMembers(
  mergeType: StructMergeType | MapMergeType,
  value: Record<string, unknown>,
  fields: FieldSet,
): unknown {
  const kept: Record<string, unknown> = {}
  let isEmpty = true
  for (const name in value) {
    if (value[name] === undefined) continue
    const member = fieldOf(mergeType, name)
    const below = member && fields[member.element]
    if (below !== undefined && hasSelf(below)) continue
    isEmpty = false
    setOwn(
      kept,
      name,
      member === undefined ? value[name] : removeFields(member.mergeType, value[name], below),
    )
  }
  return isEmpty ? null : kept
}

function removeElements(mergeType: ListMergeType, items: readonly unknown[], fields: FieldSet): unknown {
  const kept: unknown[] = []
  for (const item of items) {
    const name = mergeType.pathElement(item)
    const below = name === undefined ? undefined : fields[name]
    if (below !== undefined && hasSelf(below)) continue
    kept.push(removeFields(mergeType.element, item, below))
  }
  return kept.length === 0 ? null : kept
}

/**
 * The set with all structs on the paths to its fields. Structs are not fields themselves, so a set does not name
 * their owner; they go with the fields below them.
 */
export function withParentStructs(
  mergeType: MergeType | undefined,
  set: FieldSet | undefined,
): FieldSet | undefined {
  if (set === undefined) return undefined
  const result: FieldSetDraft = {}
  for (const element in set) {
    if (element === SELF) {
      result[SELF] = set[SELF] as FieldSet
      continue
    }
    const below = withParentStructs(partOf(mergeType, element), set[element]) as FieldSet
    const isMember = mergeType?.kind === 'struct' && mergeType.field(element.slice(2)) !== undefined
    result[element] = isMember ? withSelf(below) : below
  }
  return result
}

function partOf(mergeType: MergeType | undefined, element: string): MergeType | undefined {
  if (mergeType === undefined || mergeType.kind === 'atomic') return undefined
  if (mergeType.kind === 'deduced') return mergeType
  if (mergeType.kind === 'struct')
    return element.startsWith('f:') ? mergeType.field(element.slice(2))?.mergeType : undefined
  return mergeType.element
}
