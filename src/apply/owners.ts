import { difference, type FieldSet, union } from './field-set.js'
import {
  FIELDS_TYPE,
  identityOf,
  type ManagedEntry,
  type ManagedOperation,
  type Manager,
} from './managed-entry.js'
import { compareText, sortedFieldSet } from './path-element.js'

/** An entry of `managedFields` with its decoded fields, during a write. */
export interface Owner {
  readonly entry: ManagedEntry
  readonly version: string
  readonly fields: FieldSet | undefined
  readonly time: string | undefined
}

/** The owners of an object by the identity of their entries. */
export type Owners = Map<string, Owner>

/** How many updaters have an entry of their own. */
const MAX_UPDATERS = 10
/** The manager that combines the oldest updaters beyond `MAX_UPDATERS`. */
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

/** The set of an entry is not a field itself: `{}` means that it is empty. */
function nonEmpty(fields: FieldSet | undefined): FieldSet | undefined {
  for (const _ in fields) return fields
  return undefined
}

/** A new entry of a manager, without fields. */
export function entryOf(manager: Manager, operation: ManagedOperation, apiVersion: string): ManagedEntry {
  const { name, subresource } = manager
  return { manager: name === '' ? 'unknown' : name, operation, apiVersion, subresource }
}

/** Removes owners that have no fields left. */
export function releaseFields(owner: Owner, fields: FieldSet | undefined): Owner {
  if (fields === undefined) return owner
  const kept = difference(owner.fields, fields)
  return kept === owner.fields ? owner : { ...owner, fields: kept }
}

/** The entries of the owners, sorted; the list `former` itself when nothing changed. */
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

/** Fields of an existing entry are sorted already. */
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
    fieldsV1: fields === fieldsV1 ? fields : sortedFieldSet(fields),
    subresource,
  }
}

/** Appliers first, then by time; the latest writer is last. */
function compareEntries(left: ManagedEntry, right: ManagedEntry): number {
  return (
    compareText(left.operation ?? '', right.operation ?? '') ||
    compareText(left.time ?? '', right.time ?? '') ||
    compareText(left.manager ?? '', right.manager ?? '') ||
    compareText(left.apiVersion ?? '', right.apiVersion ?? '') ||
    compareText(left.subresource ?? '', right.subresource ?? '')
  )
}

/** Combines the oldest updaters beyond the limit, per version, so that an object does not grow with its clients. */
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
