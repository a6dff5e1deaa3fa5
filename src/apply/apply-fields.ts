import { isSame } from './compare.js'
import { fieldsOf } from './extract.js'
import { difference, type FieldSet, intersection, sameFields, without } from './field-set.js'
import { keepLastApplied, takenFromLastApplied } from './last-applied.js'
import { identityOf, type ManagedEntry, type Manager } from './managed-entry.js'
import { merge } from './merge.js'
import { entryOf, type Owners, readOwners, writeOwners } from './owners.js'
import { pathsOf } from './path-element.js'
import { prune } from './prune.js'
import { withoutServerFields } from './server-fields.js'
import { dispossess, updateOwners } from './update-fields.js'
import { type Json, VersionedChange, type Versions } from './versions.js'

export interface ApplyRequest {
  readonly versions: Versions
  /** The version that `live` and `applied` are of. */
  readonly version: string
  /** The object as it is; of a new one its zero value, without defaults. */
  readonly live: Json
  /** The owners of `live`, as its metadata list them. */
  readonly managers: readonly ManagedEntry[]
  /** What the manager wants, and all that it wants, as it was sent: without defaults. */
  readonly applied: Json
  readonly manager: Manager
  /** Take fields from their owners instead of failing. */
  readonly force: boolean
  /** Whether fields without an owner get one when the object is first applied; yes unless said otherwise. */
  readonly claimsUnowned?: boolean
  /** RFC 3339 with whole seconds. */
  readonly now: string
}

/** A field that another manager owns with another value. */
export interface Conflict {
  readonly owner: ManagedEntry
  /** Such as `.spec.containers[name="web"].image`. */
  readonly path: string
}

export interface Conflicts {
  /** The first of them, as many as a client is told of. */
  readonly conflicts: readonly Conflict[]
  /** How many there are. */
  readonly count: number
}

/** How many conflicts an answer names. */
const MAX_CONFLICTS = 1000

export type ApplyResult =
  | {
      readonly conflicts: undefined
      /** The object to be, without defaults and possibly with nulls: to be decoded. `live` itself when nothing changes. */
      readonly object: Json
      /** The very list that was given when nothing has changed. */
      readonly managers: readonly ManagedEntry[]
    }
  | Conflicts

/** The owner of all that is in an object when it is first applied. */
const BEFORE_FIRST_APPLY: Manager = { name: 'before-first-apply' }

/** What comes of an object, and of its owners, when a manager applies what it wants. */
export function applyFields(request: ApplyRequest): ApplyResult {
  const { managers, manager, applied } = request
  const outcome = apply(request, readOwners(managers), request.force)
  if (outcome.conflicts !== undefined) return outcome
  const { object, owners } = outcome
  return {
    conflicts: undefined,
    object: keepLastApplied(manager.name, object, applied),
    managers: writeOwners(owners, managers),
  }
}

type Outcome = { readonly conflicts: undefined; readonly object: Json; readonly owners: Owners } | Conflicts

function apply(request: ApplyRequest, owners: Owners, force: boolean): Outcome {
  const { versions, version, live, applied, manager, now } = request
  const ownership = versions.ownershipIn(version)
  if (ownership === undefined) throw new Error(`${version} is not served`)
  const { shape } = ownership
  if (owners.size === 0 && request.claimsUnowned !== false) {
    const claim = { versions, version, before: ownership.zero, after: live, now }
    updateOwners(owners, { ...claim, manager: { ...manager, ...BEFORE_FIRST_APPLY } })
  }

  const entry = entryOf(manager, 'Apply', version)
  const id = identityOf(entry)
  const last = owners.get(id)
  const fields = without(fieldsOf(shape, applied), versions.ignored?.(version))
  const owned = withoutServerFields(fields)
  const isSameSet = last?.version === version && sameFields(owned, last.fields)
  const applier = { entry: last?.entry ?? entry, version, fields, time: last?.time }
  owners.set(id, applier)

  const merged = merge(shape, live, applied) as Json
  const object = isSameSet ? merged : prune(versions, version, merged, owners, id, last)
  const change = new VersionedChange(versions, version, live, object)
  if (!force) {
    const found = conflictingFields(owners, id, change)
    const taken = found.size === 0 ? undefined : takenFromLastApplied(shape, version, manager.name, live)
    const conflicts = told([...found].map(([owner, set]) => [owner, difference(set, taken)]))
    if (conflicts.count > 0) return conflicts
  }
  dispossess(owners, versions, change, id)

  const isChanged = !isSame(live, object)
  if (owned === undefined) owners.delete(id)
  else {
    // The same fields stay the same value, so that an apply that changes nothing is seen to change nothing.
    const kept = isSameSet ? last.fields : owned
    owners.set(id, { ...applier, fields: kept, time: isChanged ? now : last?.time })
  }
  return { conflicts: undefined, object: isChanged ? object : live, owners }
}

/** What others own of what changes. */
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

function told(found: readonly (readonly [owner: ManagedEntry, fields: FieldSet | undefined])[]): Conflicts {
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
