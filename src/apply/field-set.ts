/**
 * A set of fields in the format of `FieldsV1`: nested objects whose property names are path elements. `f:name` is a
 * field of an object, `k:{"name":"web"}` an element of a list by key, `v:"text"` an element of a set. A field in the
 * set without any fields below it is `{}`; one with fields below it has the property `.`. So reading and writing a
 * set costs nothing.
 *
 * Sets are immutable: functions do not change their arguments, and results may share parts with them. The empty set
 * is `undefined`, because `{}` is a field in the set.
 */
export type FieldSet = { readonly [element: string]: FieldSet }

/** A set under construction. */
export type FieldSetDraft = { [element: string]: FieldSet }

/** The property that puts a field into the set beside fields below it. */
export const SELF = '.'

/** A field in the set with no fields below it. */
export const FIELD: FieldSet = Object.freeze({})

/** Whether the field itself is in the set, not only fields below it. */
export function hasSelf(set: FieldSet): boolean {
  return SELF in set || isLeaf(set)
}

/** Whether no field below this one is in the set. */
function isLeaf(set: FieldSet): boolean {
  for (const element in set) if (element !== SELF) return false
  return true
}

/** The set with the field itself added. */
export function withSelf(set: FieldSet | undefined): FieldSet {
  if (set === undefined) return FIELD
  return hasSelf(set) ? set : { [SELF]: FIELD, ...set }
}

/** The fields below, with the field itself if `self`; undefined when both are empty. */
function makeSet(self: boolean, below: FieldSetDraft | undefined): FieldSet | undefined {
  if (below === undefined) return self ? FIELD : undefined
  return self ? { [SELF]: FIELD, ...below } : below
}

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
  return makeSet(hasSelf(left) || hasSelf(right), below)
}

/** The fields of the first set that are not in the second; the first set itself when all are. */
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
  return same ? set : makeSet(keepsSelf, below)
}

/** Like `difference`, but a field of the second set also removes everything below it. */
export function recursiveDifference(
  set: FieldSet | undefined,
  less: FieldSet | undefined,
): FieldSet | undefined {
  if (set === undefined || less === undefined) return set
  if (hasSelf(less)) return undefined
  let below: FieldSetDraft | undefined
  let same = true
  for (const element in set) {
    if (element === SELF) continue
    const before = set[element] as FieldSet
    const after = element in less ? recursiveDifference(before, less[element]) : before
    if (after !== before) same = false
    if (after === undefined) continue
    below ??= {}
    below[element] = after
  }
  return same ? set : makeSet(hasSelf(set), below)
}

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
  return makeSet(hasSelf(left) && hasSelf(right), below)
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
  // A field with nothing below it is in the set with or without `.`.
  return below === 0 || SELF in left === SELF in right
}

/** Whether the first set is a subset of the second. */
export function isSubset(set: FieldSet | undefined, all: FieldSet | undefined): boolean {
  if (set === undefined || set === all) return true
  if (all === undefined || (hasSelf(set) && !hasSelf(all))) return false
  for (const element in set) {
    if (element === SELF) continue
    if (!(element in all) || !isSubset(set[element], all[element])) return false
  }
  return true
}

/** The set of one field, given the names on its path. */
export function fieldAt(...names: readonly string[]): FieldSet {
  return names.reduceRight<FieldSet>((below, name) => ({ [`f:${name}`]: below }), FIELD)
}
