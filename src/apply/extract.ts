import { FIELD, type FieldSet, type FieldSetDraft, withSelf } from './field-set.js'
import { isMembers, type ListShape, type MapShape, memberOf, type Shape, type StructShape } from './shape.js'

/**
 * The fields that a value gives: the scalars and wholes in it, the elements of its lists and maps, and what is null or an
 * empty object. Members that the schema does not have are left out. Undefined when the value gives none.
 */
export function fieldsOf(shape: Shape, value: unknown): FieldSet | undefined {
  switch (shape.kind) {
    case 'whole':
      return FIELD
    case 'list':
      return Array.isArray(value) ? elementFields(shape, value) : undefined
    default:
      return isMembers(value) ? memberFields(shape, value) : undefined
  }
}

function memberFields(shape: StructShape | MapShape, value: Record<string, unknown>): FieldSet | undefined {
  let fields: FieldSetDraft | undefined
  for (const name in value) {
    const member = value[name]
    if (member === undefined) continue
    const known = memberOf(shape, name)
    if (known === undefined) continue
    let set = fieldsOf(known.shape, member)
    // An entry of a map is a field of its own; a member of a struct is one where there is nothing else to own.
    if (shape.kind === 'map' || isNothing(member)) set = withSelf(set)
    if (set === undefined) continue
    fields ??= {}
    fields[known.element] = set
  }
  return fields
}

function isNothing(value: unknown): boolean {
  if (value === null) return true
  if (!isMembers(value)) return false
  for (const name in value) if (value[name] !== undefined) return false
  return true
}

/** Elements of one name cannot be told apart: they are one field together. */
function elementFields(shape: ListShape, items: readonly unknown[]): FieldSet | undefined {
  let fields: FieldSetDraft | undefined
  for (const item of items) {
    const name = shape.name(item)
    if (name === undefined) continue
    fields ??= {}
    fields[name] = name in fields ? FIELD : withSelf(fieldsOf(shape.element, item))
  }
  return fields
}
