import type { ObjectMeta, OwnerReference } from '#meta/object-meta.js'
import type { Kind, Thing, World } from './world.js'

/** A second, simple and slow implementation of the garbage collection rules, to check the collector. */

export interface Seen {
  readonly thing: Thing
  readonly metadata: ObjectMeta
}

export function observe(world: World, things: readonly Thing[]): Seen[] {
  return things.flatMap((thing) => {
    const metadata = world.find(thing)
    return metadata === undefined ? [] : [{ thing, metadata }]
  })
}

/** The object of a reference; undefined if it does not exist. */
export function ownerOf(from: Thing, reference: OwnerReference, all: readonly Seen[]): Seen | undefined {
  return all.find(
    ({ thing }) =>
      thing.kind === reference.kind &&
      thing.name === reference.name &&
      thing.uid === reference.uid &&
      (thing.namespace === undefined || thing.namespace === from.namespace),
  )
}

export const isForeign = ({ apiVersion }: OwnerReference) => apiVersion === 'example.com/v1'

/** What the collector should still do, one line each. */
export function undone(all: readonly Seen[]): string[] {
  return all.flatMap((seen) => whatIsUndone(seen, all).map((what) => `${describe(seen)}: ${what}`))
}

function whatIsUndone(seen: Seen, all: readonly Seen[]): string[] {
  const { thing, metadata } = seen
  const references = metadata.ownerReferences ?? []
  const owners = references.map((reference) => ownerOf(thing, reference, all))
  const holding = references.filter((reference, place) => {
    const owner = owners[place]
    return isForeign(reference) || (owner !== undefined && !isDeletedWith(owner, 'foregroundDeletion'))
  })
  const errors: string[] = []
  if (isDeletedWith(seen, 'orphan')) errors.push('has not orphaned its dependents')
  if (owners.some((owner) => owner && isDeletedWith(owner, 'orphan'))) errors.push('was not orphaned')
  if (isDeletedWith(seen, 'foregroundDeletion') && !isHeld(seen, all)) {
    errors.push('waits for no dependent')
  }
  if (metadata.deletionTimestamp || references.length === 0) return errors
  if (holding.length === 0) errors.push('has no living owner')
  else if (holding.length < references.length)
    errors.push('has a reference to an owner that is gone or going')
  return errors
}

/** Whether it waits, directly or not, for an object that the finalizer of another controller holds. */
function isHeld(seen: Seen, all: readonly Seen[]): boolean {
  const reached = new Set([seen])
  for (const owner of reached) {
    if (!isDeletedWith(owner, 'foregroundDeletion')) return true
    for (const other of all) if (blocks(other, owner, all)) reached.add(other)
  }
  return false
}

function blocks({ thing, metadata }: Seen, owner: Seen, all: readonly Seen[]): boolean {
  return (metadata.ownerReferences ?? []).some(
    (reference) => reference.blockOwnerDeletion === true && ownerOf(thing, reference, all) === owner,
  )
}

const isDeletedWith = ({ metadata }: Seen, finalizer: string) =>
  Boolean(metadata.deletionTimestamp) && (metadata.finalizers ?? []).includes(finalizer)

/**
 * The objects that may be deleted after an action on one of them: objects already being deleted, that object, and
 * objects all of whose owners are among these. `frees` is an object that orphans its dependents.
 */
export function mayGo(touched: Thing, frees: Thing | undefined, all: readonly Seen[]): Set<string> {
  const going = new Set(
    all.filter(({ thing, metadata }) => metadata.deletionTimestamp || thing === touched).map(uidOf),
  )
  const isLost = (from: Thing, reference: OwnerReference) => {
    const owner = ownerOf(from, reference, all)
    return (
      !isForeign(reference) && (owner === undefined || (going.has(uidOf(owner)) && owner.thing !== frees))
    )
  }
  for (let size = -1; size !== going.size; ) {
    size = going.size
    for (const { thing, metadata } of all) {
      const { ownerReferences = [] } = metadata
      if (ownerReferences.length > 0 && ownerReferences.every((reference) => isLost(thing, reference))) {
        going.add(thing.uid)
      }
    }
  }
  return going
}

const uidOf = ({ thing }: Seen) => thing.uid

const ORPHANS_BY_DEFAULT: readonly Kind[] = ['DaemonSet', 'Deployment', 'ReplicaSet']

/** The policy of a deletion without one. */
export function defaultPolicy({ thing, metadata }: Seen): 'Orphan' | 'Foreground' | 'Background' {
  const { finalizers = [] } = metadata
  if (finalizers.includes('orphan')) return 'Orphan'
  if (finalizers.includes('foregroundDeletion')) return 'Foreground'
  return ORPHANS_BY_DEFAULT.includes(thing.kind) ? 'Orphan' : 'Background'
}

export function describe({ thing, metadata }: Seen): string {
  const { ownerReferences = [], finalizers = [], deletionTimestamp } = metadata
  const owners = ownerReferences.map(({ name, blockOwnerDeletion }) =>
    blockOwnerDeletion ? `${name}!` : name,
  )
  const state = deletionTimestamp ? 'going' : 'living'
  return `${thing.kind} ${thing.namespace ?? ''}/${thing.name} of [${owners}] with [${finalizers}], ${state}`
}
