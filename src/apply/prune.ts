import { compare } from './compare.js'
import { fieldsOf } from './extract.js'
import { difference, type FieldSet, intersection, isWithin, sameFields, union } from './field-set.js'
import type { Owner, Owners } from './owners.js'
import { removeFields, withStructs } from './remove.js'
import type { StructShape } from './shape.js'
import type { Json, Versions } from './versions.js'

/**
 * The merged object without what its applier has applied last time, does not apply now, and no one else owns. `owners`
 * have the applier with what it applies now; `last` is the applier as it was.
 */
export function prune(
  versions: Versions,
  version: string,
  merged: Json,
  owners: Owners,
  applier: string,
  last: Owner | undefined,
): Json {
  if (last?.fields === undefined) return merged
  const now = owners.get(applier)
  if (now?.version === last.version && isWithin(last.fields, now.fields)) return merged
  if (versions.ownershipIn(last.version) === undefined) return merged
  const before = versionedObject(versions, merged, version, last.version)
  const removable = withStructs(before.shape, last.fields)
  let left = removed(before, removable)
  // The version of the applier goes first: what it needs to be converted is there again then.
  const owned = ownedByVersion(owners, last.version)
  let isLeft: FieldSet | undefined
  for (let former: FieldSet | undefined; ; former = isLeft) {
    for (const [ownedIn, fields] of owned) left = addBack(versions, before, left, ownedIn, fields)
    isLeft = survivors(before, left)
    // What is owned in one version may lie in an element that is owned in another: each round adds what the last one missed.
    if (owned.size === 1 || sameFields(isLeft, former)) break
  }
  const all = withStructs(before.shape, fieldsOf(before.shape, before.object))
  const gone = intersection(difference(all, isLeft), removable)
  const result = removed(before, gone)
  return versionedObject(versions, result.object, last.version, version).object
}

/** An object in one of its versions. */
interface Versioned {
  readonly version: string
  readonly shape: StructShape
  readonly object: Json
}

function versionedObject(versions: Versions, object: Json, from: string, to: string): Versioned {
  const ownership = versions.ownershipIn(to)
  if (ownership === undefined) throw new Error(`${to} is not served`)
  const converted = from === to ? object : versions.convert(object, from, to)
  return { version: to, shape: ownership.shape, object: converted }
}

function removed({ version, shape, object }: Versioned, fields: FieldSet | undefined): Versioned {
  return { version, shape, object: (removeFields(shape, object, fields) ?? {}) as Json }
}

/** The fields that are owned, by the version that they are owned in. */
function ownedByVersion(owners: Owners, first: string): Map<string, FieldSet | undefined> {
  const owned = new Map<string, FieldSet | undefined>([[first, undefined]])
  for (const { version, fields } of owners.values()) owned.set(version, union(owned.get(version), fields))
  return owned
}

/** What is left with what is owned in some version. */
function addBack(
  versions: Versions,
  all: Versioned,
  left: Versioned,
  version: string,
  owned: FieldSet | undefined,
): Versioned {
  if (owned === undefined || versions.ownershipIn(version) === undefined) return left
  const from = all.version
  const whole = versionedObject(versions, all.object, from, version)
  const part = versionedObject(versions, left.object, from, version)
  const { shape } = whole
  const kept = union(survivors(whole, part), withStructs(shape, owned))
  const lost = difference(withStructs(shape, fieldsOf(shape, whole.object)), kept)
  return versionedObject(versions, removed(whole, lost).object, version, from)
}

/** What of an object is in what is left of it. What a conversion has filled in there, with defaults, does not count. */
function survivors({ shape, object }: Versioned, left: Versioned): FieldSet | undefined {
  const filled = compare(shape, object, left.object)?.changed
  return withStructs(shape, difference(fieldsOf(shape, left.object), filled))
}
