import { union } from './field-set.js'
import { identityOf, type ManagedEntry, type Manager } from './managed-entry.js'
import { capUpdaters, disown, entryOf, type Owners, readOwners, writeOwners } from './owners.js'
import { withoutServerFields } from './server-fields.js'
import { type Json, VersionedChange, type Versions } from './versions.js'

export interface UpdateRequest {
  readonly versions: Versions
  /** The version that `before` and `after` are of. */
  readonly version: string
  /** Of a new object its zero value, without defaults. */
  readonly before: Json
  /** With defaults. */
  readonly after: Json
  readonly managers: readonly ManagedEntry[]
  readonly manager: Manager
  /** RFC 3339 with whole seconds. */
  readonly now: string
}

/**
 * The owners after an update: the manager that changes a field owns it, and no other does any longer; a field that is gone
 * has no owner. The very list that was given when nothing has changed.
 */
export function updateFields(request: UpdateRequest): readonly ManagedEntry[] {
  const owners = readOwners(request.managers)
  updateOwners(owners, request)
  return writeOwners(owners, request.managers)
}

export function updateOwners(owners: Owners, request: Omit<UpdateRequest, 'managers'>): void {
  const { versions, version, before, after, manager, now } = request
  const change = new VersionedChange(versions, version, before, after)
  dispossess(owners, versions, change)
  const changed = withoutServerFields(change.in(version)?.changed)
  if (changed === undefined) return
  const entry = entryOf(manager, 'Update', version)
  const id = identityOf(entry)
  const fields = union(owners.get(id)?.fields, changed)
  owners.set(id, { entry, version, fields, time: now })
  capUpdaters(owners)
}

/** Takes from all owners, but the one that is left out, what has changed and what is gone. */
export function dispossess(
  owners: Owners,
  versions: Versions,
  change: VersionedChange,
  except?: string,
): void {
  for (const [id, owner] of owners) {
    if (id === except) continue
    if (versions.ownershipIn(owner.version) === undefined) {
      owners.delete(id)
      continue
    }
    const difference = change.in(owner.version)
    if (difference === undefined) continue
    const left = disown(disown(owner, difference.changed), difference.removed)
    if (left.fields === undefined) owners.delete(id)
    else if (left !== owner) owners.set(id, left)
  }
}
