import { isDeepStrictEqual } from 'node:util'
import type { AnyStruct } from '#schema/type.js'
import { type FlatObject, flattened, joined, type Node, pathsAbove, unflattened } from './flat-object.js'

/** Paths of fields, as a `FlatObject` has them. */
export type Paths = ReadonlySet<string>
/** The paths that each owner has, under the name of the owner. None of the sets is empty. */
export type Owners = ReadonlyMap<string, Paths>

/** The owner of all fields that an object without owners has when a manager first applies to that object. */
export const BEFORE_FIRST_APPLY = 'before-first-apply Update'

export interface Owned {
  readonly object: unknown
  readonly owners: Owners
  /** The time of the last change of an owner. An owner of fields that existed already has no time. */
  readonly times: Times
}
/** Times as strings, by owner. */
export type Times = ReadonlyMap<string, string>

export interface Applied extends Owned {
  /** The conflicts, by owner. If there are any, object and owners do not change. */
  readonly conflicts: Owners
}

/**
 * The rules of server-side apply, written to be read: an object is a map from paths to values, ownership is sets of paths.
 * The model knows one version of a kind, and no defaults: the caller sets the defaults of the objects that the model
 * is given, and of those that the model returns.
 */
export class ApplyModel {
  readonly #type: AnyStruct
  /** The empty object. All other fields of an object without owners belong to the first owner. */
  readonly #nothing: unknown
  readonly #firstOwner: string

  constructor(type: AnyStruct, nothing: unknown, firstOwner = BEFORE_FIRST_APPLY) {
    this.#type = type
    this.#nothing = nothing
    this.#firstOwner = firstOwner
  }

  /** An updater owns the fields that the update changed. Removed fields lose all owners. */
  update({ object, owners, times }: Owned, updater: string, updated: unknown, now: string): Owned {
    const { changed, removed } = compared(this.#flat(object), this.#flat(updated))
    const left = eachWithout(owners, union(changed, removed))
    const own = union(without(owners.get(updater) ?? NONE, removed), changed)
    const result = withoutEmpty(new Map(left).set(updater, own))
    const touched = changed.size > 0 ? new Map(times).set(updater, now) : times
    return { object: updated, owners: result, times: timesOf(result, touched) }
  }

  apply(live: Owned, applier: string, configuration: unknown, isForced: boolean, now: string): Applied {
    const { object, ...known } = live.owners.size > 0 ? live : this.#ownedBeforeFirstApply(live, now)
    const [before, applied] = [this.#flat(object), this.#flat(configuration)]
    if ([...applied.values()].some(isRepeated)) throw new Error('an applied list has two items of one key')
    const owners = new Map(known.owners).set(applier, owned(applied))
    const after = pruned(merged(before, applied), known.owners.get(applier) ?? NONE, owners)
    const { changed, removed } = compared(before, after)

    const others = new Map([...owners].filter(([owner]) => owner !== applier))
    const conflicts = withoutEmpty(eachOf(others, (paths) => intersection(paths, changed)))
    if (conflicts.size > 0 && !isForced) return { ...live, conflicts }

    const left = eachWithout(others, union(changed, removed))
    const result = unflattened(after)
    const isChanged = !isDeepStrictEqual(result, unflattened(before))
    const touched = isChanged ? new Map(known.times).set(applier, now) : known.times
    const remaining = withoutEmpty(new Map(left).set(applier, owned(applied)))
    return { object: result, owners: remaining, times: timesOf(remaining, touched), conflicts: new Map() }
  }

  #ownedBeforeFirstApply({ object }: Owned, now: string): Owned {
    const nothing = { object: this.#nothing, owners: new Map(), times: new Map() }
    return this.update(nothing, this.#firstOwner, object, now)
  }

  #flat(object: unknown): FlatObject {
    return flattened(this.#type, object)
  }
}

/** The fields that the applier of an object owns: leaves, items and entries, and fields that are null or an empty map. */
export function owned(flat: FlatObject): Paths {
  const isOwned = (node: Node) =>
    node.is === 'leaf' ||
    node.role === 'item' ||
    node.role === 'entry' ||
    (node.is === 'empty' && !Array.isArray(node.value))
  return new Set([...flat].filter(([path, node]) => path !== '' && isOwned(node)).map(([path]) => path))
}

interface Comparison {
  /** Paths that are new or have another value. */
  readonly changed: Paths
  readonly removed: Paths
}

export function compared(before: FlatObject, after: FlatObject): Comparison {
  const changed = new Set<string>()
  const removed = new Set<string>()
  for (const path of union(new Set(before.keys()), new Set(after.keys()))) {
    const [old, now] = [before.get(path), after.get(path)]
    // One item instead of several with its key, or several instead of one, is another item.
    const isAnother = old !== undefined && now !== undefined && isRepeated(old) !== isRepeated(now)
    if (old === undefined || isAnother) changed.add(path)
    if (now === undefined || isAnother) removed.add(path)
    if (old === undefined || now === undefined || old.is === 'branch' || now.is === 'branch') continue
    if (!isDeepStrictEqual(old.value, now.value)) changed.add(path)
  }
  return { changed, removed }
}

/** The live object with the applied fields. */
function merged(live: FlatObject, applied: FlatObject): FlatObject {
  const result: FlatObject = new Map(live)
  for (const [path, node] of applied) {
    const old = live.get(path)
    if (old?.is === 'branch' && node.is === 'empty') continue
    if (old?.is === 'branch' && node.is === 'branch') {
      const children = node.isList
        ? mergedOrder(old.children, node.children)
        : [...union(new Set(old.children), new Set(node.children))]
      result.set(path, { ...node, children })
    } else result.set(path, node)
  }
  return result
}

/**
 * The applied items are in the order in which they are applied. The other items of the live list keep their order, and
 * their place among the applied items as far as that order allows. New items follow the applied item before them.
 */
function mergedOrder(live: readonly string[], applied: readonly string[]): string[] {
  const result: string[] = []
  const waiting = [...applied]
  for (const item of live) {
    const next = waiting.find((other) => live.includes(other))
    if (!applied.includes(item)) result.push(item)
    else if (item === next) result.push(...waiting.splice(0, waiting.indexOf(item) + 1))
    // An item that was there several times, and is there once now. Where the others were, a new one moves up.
    else if (next === undefined) result.push(...waiting.splice(0, 1))
  }
  return [...result, ...waiting]
}

/**
 * The object without the fields that the applier had before and does not apply any more, unless an owner is left. A field
 * that has no owner at all goes with the field around it, if that goes.
 */
function pruned(object: FlatObject, before: Paths, owners: Owners): FlatObject {
  const [had, all] = [withFields(before, object), withFields(owned(object), object)]
  // Everything outside of the applier's former fields, and everything that any owner has now.
  const untouched = owned(removedFrom(object, had))
  const kept = [untouched, ...owners.values()].map((paths) => withFields(paths, object)).reduce(union)
  const remaining = withFields(owned(removedFrom(object, without(all, kept))), object)
  return removedFrom(object, intersection(without(all, remaining), had))
}

/** The paths, and every field of a struct on the way to one of them. */
function withFields(paths: Paths, object: FlatObject): Paths {
  const above = [...paths].flatMap(pathsAbove)
  return union(paths, new Set(above.filter((path) => object.get(path)?.role === 'field')))
}

/** The object without these paths and all below them. A list, map or struct that loses all of its children is null. */
function removedFrom(object: FlatObject, paths: Paths): FlatObject {
  const isRemoved = (path: string) => paths.has(path) || pathsAbove(path).some((above) => paths.has(above))
  const result: FlatObject = new Map()
  for (const [path, node] of object) {
    if (isRemoved(path)) continue
    const children =
      node.is === 'branch' ? node.children.filter((step) => !isRemoved(joined(path, step))) : []
    if (node.is !== 'branch') result.set(path, node)
    else if (children.length > 0) result.set(path, { ...node, children })
    else result.set(path, { is: 'empty', role: node.role, value: path === '' ? {} : null })
  }
  return result
}

const timesOf = (owners: Owners, times: Times): Times =>
  new Map([...times].filter(([owner]) => owners.has(owner)))
const isRepeated = (node: Node) => node.is === 'leaf' && node.isRepeated

// --- Sets -------------------------------------------------------------------------------------------------

const NONE: Paths = new Set()
const union = (some: Paths, more: Paths): Paths => new Set([...some, ...more])
const without = (all: Paths, some: Paths): Paths => new Set([...all].filter((path) => !some.has(path)))
const intersection = (some: Paths, others: Paths): Paths =>
  new Set([...some].filter((path) => others.has(path)))

const eachOf = (owners: Owners, change: (paths: Paths) => Paths): Owners =>
  new Map([...owners].map(([owner, paths]) => [owner, change(paths)]))
const eachWithout = (owners: Owners, taken: Paths): Owners => eachOf(owners, (paths) => without(paths, taken))
const withoutEmpty = (owners: Owners): Owners => new Map([...owners].filter(([, paths]) => paths.size > 0))
