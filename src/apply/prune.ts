import { compare } from './compare.js'
import { extractFields } from './extract.js'
import { difference, type FieldSet, intersection, isSubset, sameFields, union } from './field-set.js'
import type { StructMergeType } from './merge-type.js'
import type { Owner, Owners } from './owners.js'
import { removeFields, withParentStructs } from './remove.js'
import type { Json, Versions } from './versions.js'

/**
 * Removes from the merged object the fields that the applier applied last time, does not apply now, and no one else
 * owns. `owners` contains the applier with its new fields; `last` is its former entry.
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
  if (now?.version === last.version && isSubset(last.fields, now.fields)) return merged
  if (versions.ownershipIn(last.version) === undefined) return merged
  const before = versionedObject(versions, merged, version, last.version)
  const removable = withParentStructs(before.mergeType, last.fields)
  let left = removed(before, removable)
  // The applier's version goes first: conversion may need its fields.
  const owned = ownedByVersion(owners, last.version)
  let isLeft: FieldSet | undefined
  for (let former: FieldSet | undefined; ; former = isLeft) {
    for (const [ownedIn, fields] of owned) left = addBack(versions, before, left, ownedIn, fields)
    isLeft = survivors(before, left)
    // A field owned in one version may be inside an element owned in another: each round adds what the last one
    // missed.
    if (owned.size === 1 || sameFields(isLeft, former)) break
  }
  const all = withParentStructs(before.mergeType, extractFields(before.mergeType, before.object))
  const gone = intersection(difference(all, isLeft), removable)
  const result = removed(before, gone)
  return versionedObject(versions, result.object, last.version, version).object
}

interface Versioned {
  readonly version: string
  readonly mergeType: StructMergeType
  readonly object: Json
}

function versionedObject(versions: Versions, object: Json, from: string, to: string): Versioned {
  const ownership = versions.ownershipIn(to)
  if (ownership === undefined) throw new Error(`${to} is not served`)
  const converted = from === to ? object : versions.convert(object, from, to)
  return { version: to, mergeType: ownership.mergeType, object: converted }
}

function removed({ version, mergeType, object }: Versioned, fields: FieldSet | undefined): Versioned {
  return { version, mergeType, object: (removeFields(mergeType, object, fields) ?? {}) as Json }
}

/** The owned fields by the version of their owners. */
function ownedByVersion(owners: Owners, first: string): Map<string, FieldSet | undefined> {
  const owned = new Map<string, FieldSet | undefined>([[first, undefined]])
  for (const { version, fields } of owners.values()) owned.set(version, union(owned.get(version), fields))
  return owned
}

/** The pruned object with the fields that are owned in some version. */
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
  const { mergeType } = whole
  const kept = union(survivors(whole, part), withParentStructs(mergeType, owned))
  const lost = difference(withParentStructs(mergeType, extractFields(mergeType, whole.object)), kept)
  return versionedObject(versions, removed(whole, lost).object, version, from)
}

/**
 * The fields of an object that are still in its pruned form. Values that a conversion filled in as defaults do not
 * count.
 */
function survivors({ mergeType, object }: Versioned, left: Versioned): FieldSet | undefined {
  const filled = compare(mergeType, object, left.object)?.changed
  return withParentStructs(mergeType, difference(extractFields(mergeType, left.object), filled))
}
