import { setOwn } from '#schema/map-members.js'
import type { AnyStruct, Fields, ListType, MapType, Type } from '#schema/type.js'
import { isObject, type JsonObject, memberOf } from './json-value.js'
import { mergePatch } from './merge-patch.js'
import type { Place } from './patch-error.js'
import {
  badElementOrder,
  badListDeletions,
  type Directives,
  isDirective,
  NO_DIRECTIVES,
  objectDirective,
  readDirectives,
} from './strategic-directives.js'
import { type MergeElement, mergeList } from './strategic-list.js'
import { copyOf, WorkBudget } from './work-budget.js'

/**
 * Strategic merge patch: like a merge patch, but the schema says which lists merge element by element and by what their
 * elements are distinguished, and directives in the patch say what merging alone cannot.
 *
 * Whether a struct is described with `retainKeys` is for clients that compute patches; here the directive counts
 * wherever it stands. The result shares with document and patch what did not change.
 */
export function strategicMerge(document: JsonObject, patch: JsonObject, schema: AnyStruct): JsonObject {
  return mergeObject(document, patch, schema, undefined, new WorkBudget())
}

/** To find the place of an element takes as long as to copy two members. */
const ELEMENT_PARTS = 2

/** What merging needs to know about a member. */
interface Member {
  readonly type: Type
  readonly merge?: { readonly key?: string } | undefined
  readonly replace?: boolean | undefined
}

/** A member whose lists merge: by a key if the elements are structs, by value if they are scalars. */
interface MergingList extends Member {
  readonly type: ListType
  readonly merge: { readonly key?: string }
}

function mergeObject(
  original: JsonObject,
  patch: JsonObject,
  type: AnyStruct | MapType,
  place: Place | undefined,
  budget: WorkBudget,
): JsonObject {
  const directive = objectDirective(patch, place)
  if (directive === 'delete') return {}

  const names = Object.keys(patch)
  const directives = readDirectives(patch, names)
  const merged = directive === 'replace' ? {} : retain(original, directives, budget)
  for (const name of names) {
    if (isDirective(name)) continue
    const given = patch[name]
    const order = directives === NO_DIRECTIVES ? undefined : directives.elementOrders.get(name)
    // Most members are scalars, which take the place of what was there.
    if (typeof given !== 'object' && order === undefined) {
      setOwn(merged, name, given)
      continue
    }
    const at = { outer: place, segment: name }
    const member = memberNamed(type, name)
    const value = mergeMember(memberOf(merged, name), given, member, order, at, budget)
    if (value === undefined) delete merged[name]
    else setOwn(merged, name, value)
  }
  if (directives !== NO_DIRECTIVES) {
    orderLists(merged, patch, directives, type, place, budget)
    deleteFromLists(merged, directives, type, budget)
  }
  return merged
}

function retain(original: JsonObject, { retainKeys }: Directives, budget: WorkBudget): JsonObject {
  if (retainKeys === undefined) return copyOf(original, budget)
  const retained: JsonObject = {}
  const names = Object.keys(original)
  budget.spend(names.length)
  for (const name of names) {
    if (retainKeys.has(name)) setOwn(retained, name, original[name])
  }
  return retained
}

function memberNamed(type: AnyStruct | MapType, name: string): Member | undefined {
  if (type.kind === 'map') return { type: type.element }
  const fields = type.fields as Fields
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** The new value of a member; undefined when it is to go. */
function mergeMember(
  original: unknown,
  patch: unknown,
  member: Member | undefined,
  order: readonly unknown[] | undefined,
  place: Place,
  budget: WorkBudget,
): unknown {
  if (order !== undefined && !Array.isArray(patch)) throw badElementOrder()
  if (patch === null) return undefined
  if (member === undefined || isFreeForm(member.type)) return mergePatch(original, patch, budget)
  const { type } = member
  if (member.replace) return fresh(patch, type, place, budget)
  // An order can only be given to elements that have keys, so that they merge even if the list is new.
  const known = Array.isArray(original) ? original : order && []
  if (Array.isArray(patch) && known !== undefined && isMergingList(member)) {
    return mergeMemberList(known, patch, member, order, place, budget)
  }
  return isObject(patch) && isObject(original) && (type.kind === 'struct' || type.kind === 'map')
    ? mergeObject(original, patch, type, place, budget)
    : fresh(patch, type, place, budget)
}

/**
 * A part of a patch where there is nothing to merge it with: what remains of it without directives and nulls.
 * Undefined when it only says that it is to be deleted. What does not fit its type is left to the decoder, and
 * elements without their keys are left to validation: both know better what to say.
 */
function fresh(patch: unknown, type: Type, place: Place, budget: WorkBudget): unknown {
  if (isObject(patch) && (type.kind === 'struct' || type.kind === 'map')) {
    return objectDirective(patch, place) === 'delete'
      ? undefined
      : mergeObject({}, patch, type, place, budget)
  }
  if (!Array.isArray(patch) || type.kind !== 'list') return patch
  const elements: unknown[] = []
  for (const [index, element] of patch.entries()) {
    const at = { outer: place, segment: index }
    // An element with a directive speaks about the list and is none of its elements.
    if (isObject(element) && objectDirective(element, at) !== undefined) continue
    elements.push(fresh(element, type.element, at, budget))
  }
  return elements
}

/** What has no description merges like a merge patch. */
function isFreeForm(type: Type): boolean {
  return type.kind === 'scalar' && ['json', 'schemaJson', 'fieldSet'].includes(type.name)
}

function mergeMemberList(
  original: readonly unknown[],
  patch: readonly unknown[],
  { type, merge }: MergingList,
  order: readonly unknown[] | undefined,
  place: Place,
  budget: WorkBudget,
): unknown[] {
  budget.spend(ELEMENT_PARTS * (original.length + patch.length + (order?.length ?? 0)))
  const element = type.element as AnyStruct
  const mergeElement: MergeElement = (known, given, at) => mergeObject(known, given, element, at, budget)
  return mergeList(original, patch, { key: merge.key, order, mergeElement }, place)
}

function isMergingList(member: Member | undefined): member is MergingList {
  return member?.merge !== undefined && member.type.kind === 'list'
}

/** Orders the lists that the patch does not change otherwise, and rejects orders for what is no such list. */
function orderLists(
  merged: JsonObject,
  patch: JsonObject,
  { elementOrders }: Directives,
  type: AnyStruct | MapType,
  place: Place | undefined,
  budget: WorkBudget,
): void {
  for (const [name, order] of elementOrders) {
    const member = memberNamed(type, name)
    if (!isMergingList(member)) throw badElementOrder()
    const known = memberOf(merged, name)
    if (Object.hasOwn(patch, name) || !Array.isArray(known)) continue
    const at = { outer: place, segment: name }
    setOwn(merged, name, mergeMemberList(known, [], member, order, at, budget))
  }
}

function deleteFromLists(
  merged: JsonObject,
  { listDeletions }: Directives,
  type: AnyStruct | MapType,
  budget: WorkBudget,
): void {
  for (const [name, deleted] of listDeletions) {
    const member = memberNamed(type, name)
    if (!isMergingList(member) || member.merge.key !== undefined) throw badListDeletions()
    const known = memberOf(merged, name)
    if (!Array.isArray(known)) continue
    budget.spend(known.length + deleted.length)
    const gone = new Set(deleted)
    setOwn(
      merged,
      name,
      known.filter((value) => !gone.has(value)),
    )
  }
}
