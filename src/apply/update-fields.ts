import { difference, FIELD, type FieldSet, union } from './field-set.js'
import { identityOf, type ManagedEntry, type Manager } from './managed-entry.js'
import { capUpdaters, entryOf, type Owners, readOwners, releaseFields, writeOwners } from './owners.js'
import { type Json, VersionedChange, type Versions } from './versions.js'

export interface UpdateRequest {
  readonly versions: Versions
  /** The version of `before` and `after`. */
  readonly version: string
  /** For a new object its zero value, without defaults. */
  readonly before: Json
  /** With defaults. */
  readonly after: Json
  readonly managers: readonly ManagedEntry[]
  readonly manager: Manager
  /** RFC 3339, in whole seconds. */
  readonly now: string
}

/**
 * The owners after an update. The manager becomes the only owner of the fields it changes; removed fields have no
 * owner. Returns the list of the request itself when nothing changes.
 */
export function updateFields(request: UpdateRequest): readonly ManagedEntry[] {
  const owners = readOwners(request.managers)
  updateOwners(owners, request)
  return writeOwners(owners, request.managers)
}

export function updateOwners(owners: Owners, request: Omit<UpdateRequest, 'managers'>): void {
  const { versions, version, before, after, manager, now } = request
  const change = new VersionedChange(versions, version, before, after)
  removeFromOthers(owners, versions, change)
  const changed = withoutServerFields(change.in(version)?.changed)
  if (changed === undefined) return
  const entry = entryOf(manager, 'Update', version)
  const id = identityOf(entry)
  const fields = union(owners.get(id)?.fields, changed)
  owners.set(id, { entry, version, fields, time: now })
  capUpdaters(owners)
}

/** Takes changed and removed fields from all owners except one. */
export function removeFromOthers(
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
    const left = releaseFields(releaseFields(owner, difference.changed), difference.removed)
    if (left.fields === undefined) owners.delete(id)
    else if (left !== owner) owners.set(id, left)
  }
}

/** The identity of an object, and the fields that only the server sets. No manager owns them. */
const SERVER_FIELDS: FieldSet = {
  'f:apiVersion': FIELD,
  'f:kind': FIELD,
  'f:metadata': {
    '.': FIELD,
    'f:name': FIELD,
    'f:namespace': FIELD,
    'f:creationTimestamp': FIELD,
    'f:selfLink': FIELD,
    'f:uid': FIELD,
    'f:clusterName': FIELD,
    'f:generation': FIELD,
    'f:managedFields': FIELD,
    'f:resourceVersion': FIELD,
  },
}

export const withoutServerFields = (fields: FieldSet | undefined) => difference(fields, SERVER_FIELDS)
