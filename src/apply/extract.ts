import { FIELD, type FieldSet, type FieldSetDraft, SELF } from './field-set.js'
import {
  checkElementCount,
  deduce,
  fieldOf,
  isJsonObject,
  type ListMergeType,
  type MapMergeType,
  type MergeType,
  type StructMergeType,
} from './merge-type.js'

/**
 * The fields of a value: its scalars and atomic values, the elements of its lists and maps, and nulls and empty
 * objects. Leaves out fields that the schema does not declare. Undefined when the value has no fields.
 */
export function extractFields(mergeType: MergeType, value: unknown): FieldSet | undefined {
  return extract(mergeType, value, false)
}

/** `self`: include the field itself where it is one, whatever is below it. */
function extract(anyMergeType: MergeType, value: unknown, self: boolean): FieldSet | undefined {
  const mergeType = deduce(anyMergeType, value)
  switch (mergeType.kind) {
    case 'atomic':
      return FIELD
    case 'list':
      return Array.isArray(value) ? elementFields(mergeType, value, self) : nothingBelow(self)
    default:
      return isJsonObject(value) ? propertyFields(mergeType, value, self) : nothingBelow(self)
  }
}

const nothingBelow = (self: boolean) => (self ? FIELD : undefined)
const draft = (self: boolean): FieldSetDraft => (self ? { [SELF]: FIELD } : {})

function propertyFields(
  mergeType: StructMergeType | MapMergeType,
  value: Record<string, unknown>,
  self: boolean,
): FieldSet | undefined {
  let fields: FieldSetDraft | undefined
  for (const name in value) {
    const member = value[name]
    if (member === undefined) continue
    const known = fieldOf(mergeType, name)
    if (known === undefined) continue
    // An entry of a map is always a field; a field of a struct only when nothing below it is.
    const set = extract(
      known.mergeType,
      member,
      mergeType.kind === 'map' || known.isEntry === true || isNothing(member),
    )
    if (set === undefined) continue
    fields ??= draft(self)
    fields[known.element] = set
  }
  return fields ?? nothingBelow(self)
}

function isNothing(value: unknown): boolean {
  if (value === null) return true
  if (!isJsonObject(value)) return false
  for (const name in value) if (value[name] !== undefined) return false
  return true
}

/** Elements with the same name are one field. */
function elementFields(
  mergeType: ListMergeType,
  items: readonly unknown[],
  self: boolean,
): FieldSet | undefined {
  let fields: FieldSetDraft | undefined
  let count = 0
  for (const item of items) {
    const name = mergeType.pathElement(item)
    if (name === undefined) continue
    fields ??= draft(self)
    if (name in fields) fields[name] = FIELD
    else {
      checkElementCount(++count)
      fields[name] = extract(mergeType.element, item, true) as FieldSet
    }
  }
  return fields ?? nothingBelow(self)
}
