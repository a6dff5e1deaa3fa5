import { expectFewElements } from './element-limit.js'
import { FIELD, type FieldSet, type FieldSetDraft, SELF } from './field-set.js'
import {
  isMembers,
  type ListShape,
  type MapShape,
  memberOf,
  type Shape,
  type StructShape,
  settled,
} from './shape.js'

/**
 * The fields that a value gives: the scalars and wholes in it, the elements of its lists and maps, and what is null or an
 * empty object. Members that the schema does not have are left out. Undefined when the value gives none.
 */
export function fieldsOf(shape: Shape, value: unknown): FieldSet | undefined {
  return extract(shape, value, false)
}

/** Also with the field itself in the set, where it is one whatever is below it. */
function extract(anyShape: Shape, value: unknown, self: boolean): FieldSet | undefined {
  const shape = settled(anyShape, value)
  switch (shape.kind) {
    case 'whole':
      return FIELD
    case 'list':
      return Array.isArray(value) ? elementFields(shape, value, self) : nothingBelow(self)
    default:
      return isMembers(value) ? memberFields(shape, value, self) : nothingBelow(self)
  }
}

const nothingBelow = (self: boolean) => (self ? FIELD : undefined)
const draft = (self: boolean): FieldSetDraft => (self ? { [SELF]: FIELD } : {})

function memberFields(
  shape: StructShape | MapShape,
  value: Record<string, unknown>,
  self: boolean,
): FieldSet | undefined {
  let fields: FieldSetDraft | undefined
  for (const name in value) {
    const member = value[name]
    if (member === undefined) continue
    const known = memberOf(shape, name)
    if (known === undefined) continue
    // An entry of a map is a field of its own; a member of a struct is one where there is nothing else to own.
    const set = extract(
      known.shape,
      member,
      shape.kind === 'map' || known.isEntry === true || isNothing(member),
    )
    if (set === undefined) continue
    fields ??= draft(self)
    fields[known.element] = set
  }
  return fields ?? nothingBelow(self)
}

function isNothing(value: unknown): boolean {
  if (value === null) return true
  if (!isMembers(value)) return false
  for (const name in value) if (value[name] !== undefined) return false
  return true
}

/** Elements of one name cannot be told apart: they are one field together. */
function elementFields(shape: ListShape, items: readonly unknown[], self: boolean): FieldSet | undefined {
  let fields: FieldSetDraft | undefined
  let count = 0
  for (const item of items) {
    const name = shape.name(item)
    if (name === undefined) continue
    fields ??= draft(self)
    if (name in fields) fields[name] = FIELD
    else {
      expectFewElements(++count)
      fields[name] = extract(shape.element, item, true) as FieldSet
    }
  }
  return fields ?? nothingBelow(self)
}
