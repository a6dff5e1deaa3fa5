import { difference, type FieldSet, union } from './field-set.js'
import {
  FIELDS_TYPE,
  identityOf,
  type ManagedEntry,
  type ManagedOperation,
  type Manager,
} from './managed-entry.js'
import { compareText, inOrder } from './path-element.js'

/** One entry of `managedFields`, with what its manager owns while a write is worked on. */
export interface Owner {
  readonly entry: ManagedEntry
  readonly version: string
  readonly fields: FieldSet | undefined
  readonly time: string | undefined
}

/** The owners of an object by what tells them apart. */
export type Owners = Map<string, Owner>

/** How many updaters are listed one by one. */
const MAX_UPDATERS = 10
/** The manager of what the oldest of more updaters have changed. */
const ANCIENT_CHANGES = 'ancient-changes'

export function readOwners(entries: readonly ManagedEntry[]): Owners {
  const owners: Owners = new Map()
  for (const entry of entries) {
    owners.set(identityOf(entry), {
      entry,
      version: entry.apiVersion ?? '',
      fields: nonEmpty(entry.fieldsV1),
      time: entry.time ?? undefined,
    })
  }
  return owners
}

/** The set of an entry is no field itself: `{}` says that it is empty. */
function nonEmpty(fields: FieldSet | undefined): FieldSet | undefined {
  for (const _ in fields) return fields
  return undefined
}

/** The entry of a manager's write, still without fields. */
export function entryOf(manager: Manager, operation: ManagedOperation, apiVersion: string): ManagedEntry {
  const { name, subresource } = manager
  return { manager: name === '' ? 'unknown' : name, operation, apiVersion, subresource }
}

/** Owners without fields go. */
export function disown(owner: Owner, fields: FieldSet | undefined): Owner {
  if (fields === undefined) return owner
  const kept = difference(owner.fields, fields)
  return kept === owner.fields ? owner : { ...owner, fields: kept }
}

/** The entries of owners, in order; the very list that they were read from when nothing has changed. */
export function writeOwners(owners: Owners, former: readonly ManagedEntry[]): readonly ManagedEntry[] {
  const entries: ManagedEntry[] = []
  for (const { entry, version, fields, time } of owners.values()) {
    if (fields === undefined) continue
    const isSame =
      entry.fieldsV1 === fields && entry.apiVersion === version && (entry.time ?? undefined) === time
    entries.push(isSame ? entry : writeEntry(entry, version, fields, time))
  }
  entries.sort(compareEntries)
  const isSame = entries.length === former.length && entries.every((entry, index) => entry === former[index])
  return isSame ? former : entries
}

/** What an entry has had is in order already. */
function writeEntry(
  { manager, operation, subresource, fieldsV1 }: ManagedEntry,
  apiVersion: string,
  fields: FieldSet,
  time: string | undefined,
): ManagedEntry {
  return {
    manager,
    operation,
    apiVersion,
    time,
    fieldsType: FIELDS_TYPE,
    fieldsV1: fields === fieldsV1 ? fields : inOrder(fields),
    subresource,
  }
}

/** Appliers first; those who have changed the object last come last. */
function compareEntries(left: ManagedEntry, right: ManagedEntry): number {
  return (
    compareText(left.operation ?? '', right.operation ?? '') ||
    compareText(left.time ?? '', right.time ?? '') ||
    compareText(left.manager ?? '', right.manager ?? '') ||
    compareText(left.apiVersion ?? '', right.apiVersion ?? '') ||
    compareText(left.subresource ?? '', right.subresource ?? '')
  )
}

/** Puts the oldest of too many updaters together, version by version, so that an object does not grow with its clients. */
export function capUpdaters(owners: Owners): void {
  const updaters = [...owners].filter(
    ([, { entry, fields }]) => entry.operation === 'Update' && fields !== undefined,
  )
  let count = updaters.length
  if (count <= MAX_UPDATERS) return
  updaters.sort(
    ([leftId, left], [rightId, right]) =>
      compareText(left.time ?? '', right.time ?? '') || compareText(leftId, rightId),
  )
  const firsts = new Map<string, string>()
  for (const [id, owner] of updaters) {
    if (count <= MAX_UPDATERS) return
    const first = firsts.get(owner.version)
    if (first === undefined) {
      firsts.set(owner.version, id)
      continue
    }
    const entry = entryOf({ name: ANCIENT_CHANGES }, 'Update', owner.version)
    const bucket = identityOf(entry)
    const older = owners.get(bucket) ?? owners.get(first)
    if (!owners.has(bucket)) owners.delete(first)
    owners.delete(id)
    owners.set(bucket, {
      entry,
      version: owner.version,
      fields: union(owner.fields, older?.fields),
      time: owner.time,
    })
    count--
  }
}
