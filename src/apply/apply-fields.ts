import { isSame } from './compare.js'
import { extractFields } from './extract.js'
import { difference, type FieldSet, intersection, recursiveDifference, sameFields } from './field-set.js'
import { lastAppliedFields, updateLastApplied } from './last-applied.js'
import { identityOf, type ManagedEntry, type Manager } from './managed-entry.js'
import { merge } from './merge.js'
import { entryOf, type Owners, readOwners, writeOwners } from './owners.js'
import { pathsOf } from './path-element.js'
import { prune } from './prune.js'
import { removeFromOthers, updateOwners, withoutServerFields } from './update-fields.js'
import { type Json, VersionedChange, type Versions } from './versions.js'

export interface ApplyRequest {
  readonly versions: Versions
  /** The version of `live` and `applied`. */
  readonly version: string
  /** The stored object; for a new object its zero value, without defaults. */
  readonly live: Json
  /** The `managedFields` of `live`. */
  readonly managers: readonly ManagedEntry[]
  /** The complete applied configuration as the client sent it, without defaults. */
  readonly applied: Json
  readonly manager: Manager
  /** Take fields over from their owners instead of failing. */
  readonly force: boolean
  /** Whether the first apply assigns an owner to unowned fields. Default: true. */
  readonly claimsUnowned?: boolean
  /** RFC 3339, in whole seconds. */
  readonly now: string
}

/** A field that another manager owns with a different value. */
export interface Conflict {
  readonly owner: ManagedEntry
  /** Such as `.spec.containers[name="web"].image`. */
  readonly path: string
}

export interface Conflicts {
  /** The first `MAX_CONFLICTS`. */
  readonly conflicts: readonly Conflict[]
  /** The number of all conflicts. */
  readonly count: number
}

/** How many conflicts a response lists. */
const MAX_CONFLICTS = 1000

export type ApplyResult =
  | {
      readonly conflicts: undefined
      /**
       * The merged object, not yet decoded: without defaults, possibly with nulls. `live` itself when nothing
       * changes.
       */
      readonly object: Json
      /** The same list as in the request when nothing changes. */
      readonly managers: readonly ManagedEntry[]
    }
  | Conflicts

/** Owns all fields of an object that existed before its first apply. */
const BEFORE_FIRST_APPLY: Manager = { name: 'before-first-apply' }

/** Merges an applied configuration into the live object and updates the owners. */
export function applyFields(request: ApplyRequest): ApplyResult {
  const { managers, manager, applied } = request
  const outcome = apply(request, readOwners(managers), request.force)
  if (outcome.conflicts !== undefined) return outcome
  const { object, owners } = outcome
  return {
    conflicts: undefined,
    object: updateLastApplied(manager.name, object, applied),
    managers: writeOwners(owners, managers),
  }
}

type Outcome = { readonly conflicts: undefined; readonly object: Json; readonly owners: Owners } | Conflicts

function apply(request: ApplyRequest, owners: Owners, force: boolean): Outcome {
  const { versions, version, live, applied, manager, now } = request
  const ownership = versions.ownershipIn(version)
  if (ownership === undefined) throw new Error(`${version} is not served`)
  const { mergeType } = ownership
  if (owners.size === 0 && request.claimsUnowned !== false) {
    const claim = { versions, version, before: ownership.zero, after: live, now }
    updateOwners(owners, { ...claim, manager: { ...manager, ...BEFORE_FIRST_APPLY } })
  }

  const entry = entryOf(manager, 'Apply', version)
  const id = identityOf(entry)
  const last = owners.get(id)
  const fields = recursiveDifference(extractFields(mergeType, applied), versions.ignored?.(version))
  const owned = withoutServerFields(fields)
  const isSameSet = last?.version === version && sameFields(owned, last.fields)
  const applier = { entry: last?.entry ?? entry, version, fields, time: last?.time }
  owners.set(id, applier)

  const merged = merge(mergeType, live, applied) as Json
  const object = isSameSet ? merged : prune(versions, version, merged, owners, id, last)
  const change = new VersionedChange(versions, version, live, object)
  if (!force) {
    const found = conflictingFields(owners, id, change)
    const taken = found.size === 0 ? undefined : lastAppliedFields(mergeType, version, manager.name, live)
    const conflicts = listConflicts([...found].map(([owner, set]) => [owner, difference(set, taken)]))
    if (conflicts.count > 0) return conflicts
  }
  removeFromOthers(owners, versions, change, id)

  const isChanged = !isSame(live, object)
  if (owned === undefined) owners.delete(id)
  else {
    // Keep the same `FieldSet` for equal fields, so that a no-op apply is recognized by identity.
    const kept = isSameSet ? last.fields : owned
    owners.set(id, { ...applier, fields: kept, time: isChanged ? now : last?.time })
  }
  return { conflicts: undefined, object: isChanged ? object : live, owners }
}

/** The changed fields that other managers own. */
function conflictingFields(
  owners: Owners,
  applier: string,
  change: VersionedChange,
): Map<ManagedEntry, FieldSet> {
  const conflicts = new Map<ManagedEntry, FieldSet>()
  for (const [id, owner] of owners) {
    if (id === applier) continue
    const set = intersection(owner.fields, change.in(owner.version)?.changed)
    if (set !== undefined) conflicts.set(owner.entry, set)
  }
  return conflicts
}

function listConflicts(
  found: readonly (readonly [owner: ManagedEntry, fields: FieldSet | undefined])[],
): Conflicts {
  const conflicts: Conflict[] = []
  let count = 0
  for (const [owner, fields] of found) {
    if (fields === undefined) continue
    const of = pathsOf(fields, MAX_CONFLICTS - conflicts.length)
    count += of.count
    for (const path of of.paths) conflicts.push({ owner, path })
  }
  return { conflicts, count }
}
