import { setOwn } from '#schema/map-members.js'
import { type FieldSet, type FieldSetDraft, hasSelf, SELF, withSelf } from './field-set.js'
import {
  isMembers,
  type ListShape,
  type MapShape,
  memberOf,
  type Shape,
  type StructShape,
  settled,
} from './shape.js'

/** The value without the fields of a set, each with all that is below it; null where nothing is left. */
export function removeFields(anyShape: Shape, value: unknown, fields: FieldSet | undefined): unknown {
  if (fields === undefined) return value
  const shape = settled(anyShape, value)
  if (shape.kind === 'list') return Array.isArray(value) ? removeElements(shape, value, fields) : value
  if (shape.kind === 'whole') return typeof value === 'object' ? null : value
  return isMembers(value) ? removeMembers(shape, value, fields) : value
}

function removeMembers(
  shape: StructShape | MapShape,
  value: Record<string, unknown>,
  fields: FieldSet,
): unknown {
  const kept: Record<string, unknown> = {}
  let isEmpty = true
  for (const name in value) {
    if (value[name] === undefined) continue
    const member = memberOf(shape, name)
    const below = member && fields[member.element]
    if (below !== undefined && hasSelf(below)) continue
    isEmpty = false
    setOwn(kept, name, member === undefined ? value[name] : removeFields(member.shape, value[name], below))
  }
  return isEmpty ? null : kept
}

function removeElements(shape: ListShape, items: readonly unknown[], fields: FieldSet): unknown {
  const kept: unknown[] = []
  for (const item of items) {
    const name = shape.name(item)
    const below = name === undefined ? undefined : fields[name]
    if (below !== undefined && hasSelf(below)) continue
    kept.push(removeFields(shape.element, item, below))
  }
  return kept.length === 0 ? null : kept
}

/**
 * The set with all members of structs in it that lead to its fields. Structs are not fields by themselves, so a set does
 * not say whose they are; what becomes of them follows from what is below.
 */
export function withStructs(shape: Shape | undefined, set: FieldSet | undefined): FieldSet | undefined {
  if (set === undefined) return undefined
  const result: FieldSetDraft = {}
  for (const element in set) {
    if (element === SELF) {
      result[SELF] = set[SELF] as FieldSet
      continue
    }
    const below = withStructs(partOf(shape, element), set[element]) as FieldSet
    const isMember = shape?.kind === 'struct' && shape.member(element.slice(2)) !== undefined
    result[element] = isMember ? withSelf(below) : below
  }
  return result
}

function partOf(shape: Shape | undefined, element: string): Shape | undefined {
  if (shape === undefined || shape.kind === 'whole') return undefined
  if (shape.kind === 'open') return shape
  if (shape.kind === 'struct')
    return element.startsWith('f:') ? shape.member(element.slice(2))?.shape : undefined
  return shape.element
}
