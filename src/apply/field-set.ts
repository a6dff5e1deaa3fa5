/**
 * A set of fields, in the very form in which objects carry it (`FieldsV1`): members within each other, named by what they
 * stand for. `f:name` is a member of an object, `k:{"name":"web"}` an element of a list that is a map, `v:"text"` an
 * element of a list that is a set. A field that is in the set and has nothing below it is `{}`; one that is in the set
 * beside fields below it has the member `.`. So a set is read and written at no cost.
 *
 * Sets are values: all functions leave what they are given as it is, and may share parts with it. The set without any
 * fields is `undefined`, because `{}` is a field that is in the set.
 */
export type FieldSet = { readonly [element: string]: FieldSet }

/** A set that is being made. */
export type FieldSetDraft = { [element: string]: FieldSet }

/** The member that says that a field is in the set besides some below it. */
export const SELF = '.'

/** A field that is in the set, with nothing below it. */
export const FIELD: FieldSet = Object.freeze({})

/** Whether the field itself is in the set, and not only some below it. */
export function hasSelf(set: FieldSet): boolean {
  return SELF in set || isLeaf(set)
}

/** Whether nothing below the field is in the set. */
function isLeaf(set: FieldSet): boolean {
  for (const element in set) if (element !== SELF) return false
  return true
}

/** The set with the field itself in it. */
export function withSelf(set: FieldSet | undefined): FieldSet {
  if (set === undefined) return FIELD
  return hasSelf(set) ? set : { [SELF]: FIELD, ...set }
}

/** The fields below, and the field itself if it is in the set; undefined when that is nothing. */
function assemble(self: boolean, below: FieldSetDraft | undefined): FieldSet | undefined {
  if (below === undefined) return self ? FIELD : undefined
  return self ? { [SELF]: FIELD, ...below } : below
}

/** What is in one of the sets. */
export function union(left: FieldSet | undefined, right: FieldSet | undefined): FieldSet | undefined {
  if (left === undefined || left === right) return right
  if (right === undefined) return left
  let below: FieldSetDraft | undefined
  for (const element in left) {
    if (element === SELF) continue
    below ??= {}
    below[element] = union(left[element], right[element]) as FieldSet
  }
  for (const element in right) {
    if (element === SELF || element in left) continue
    below ??= {}
    below[element] = right[element] as FieldSet
  }
  return assemble(hasSelf(left) || hasSelf(right), below)
}

/** What is in the first set and not in the second; the first set itself where that is all of it. */
export function difference(set: FieldSet | undefined, less: FieldSet | undefined): FieldSet | undefined {
  if (set === undefined || less === undefined) return set
  const self = hasSelf(set)
  const keepsSelf = self && !hasSelf(less)
  let below: FieldSetDraft | undefined
  let same = keepsSelf === self
  for (const element in set) {
    if (element === SELF) continue
    const before = set[element] as FieldSet
    const after = element in less ? difference(before, less[element]) : before
    if (after !== before) same = false
    if (after === undefined) continue
    below ??= {}
    below[element] = after
  }
  return same ? set : assemble(keepsSelf, below)
}

/** The same, but a field of the second set takes everything below it away too. */
export function without(set: FieldSet | undefined, less: FieldSet | undefined): FieldSet | undefined {
  if (set === undefined || less === undefined) return set
  if (hasSelf(less)) return undefined
  let below: FieldSetDraft | undefined
  let same = true
  for (const element in set) {
    if (element === SELF) continue
    const before = set[element] as FieldSet
    const after = element in less ? without(before, less[element]) : before
    if (after !== before) same = false
    if (after === undefined) continue
    below ??= {}
    below[element] = after
  }
  return same ? set : assemble(hasSelf(set), below)
}

/** What is in both sets. */
export function intersection(left: FieldSet | undefined, right: FieldSet | undefined): FieldSet | undefined {
  if (left === undefined || right === undefined || left === right) return right && left
  let below: FieldSetDraft | undefined
  for (const element in left) {
    if (element === SELF || !(element in right)) continue
    const shared = intersection(left[element], right[element])
    if (shared === undefined) continue
    below ??= {}
    below[element] = shared
  }
  return assemble(hasSelf(left) && hasSelf(right), below)
}

export function sameFields(left: FieldSet | undefined, right: FieldSet | undefined): boolean {
  if (left === right) return true
  if (left === undefined || right === undefined) return false
  let below = 0
  for (const element in left) {
    if (element === SELF) continue
    below++
    const other = right[element]
    if (other === undefined || !sameFields(left[element], other)) return false
  }
  for (const element in right) if (element !== SELF && !(element in left)) return false
  // Without any below it, a field is in the set whether the set says so or not.
  return below === 0 || SELF in left === SELF in right
}

/** Whether all of the first set is in the second. */
export function isWithin(set: FieldSet | undefined, all: FieldSet | undefined): boolean {
  if (set === undefined || set === all) return true
  if (all === undefined || (hasSelf(set) && !hasSelf(all))) return false
  for (const element in set) {
    if (element === SELF) continue
    if (!(element in all) || !isWithin(set[element], all[element])) return false
  }
  return true
}

/** The set of one field, by the names of the members that lead to it. */
export function fieldAt(...names: readonly string[]): FieldSet {
  return names.reduceRight<FieldSet>((below, name) => ({ [`f:${name}`]: below }), FIELD)
}
