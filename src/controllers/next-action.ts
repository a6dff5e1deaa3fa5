import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type PropagationPolicy } from '#registry/write/deletion.js'
import type { GraphNode, OwnerLink } from './graph-node.js'
import { isInWaitCycle } from './wait-cycle.js'

/** The next action for an object. */
export type Action =
  /** Remove owner references, by index. */
  | { readonly type: 'disown'; readonly references: ReadonlySet<number> }
  | { readonly type: 'delete'; readonly policy: PropagationPolicy }
  /** Remove the collector's finalizer. */
  | { readonly type: 'release'; readonly finalizer: string }

/** What a reference means for the dependent. */
type Bond =
  /** The owner exists and stays, or is not served here. */
  | 'holding'
  /** The owner is being deleted and orphans its dependents. */
  | 'freeing'
  /** The owner is gone or being deleted, and its dependents with it. */
  | 'dragging'
  | 'broken'

/** What garbage collection requires for an object; undefined if nothing. */
export function nextAction(node: GraphNode): Action | undefined {
  return node.owners.length > 0 ? (ownedAction(node) ?? ownAction(node)) : ownAction(node)
}

/** The action that its owners require. */
function ownedAction(node: GraphNode): Action | undefined {
  const { owners, phase } = node
  // An owner that orphans the object wants it to stay. References to owners that want it deleted are removed
  // too: otherwise the outcome would depend on the order of deletions.
  const stays = hasBond(owners, 'holding') || hasBond(owners, 'freeing')
  const loose = phase !== 'living' ? FREEING : stays ? ALL_BUT_HOLDING : NONE
  if (loose.some((bond) => hasBond(owners, bond))) {
    return { type: 'disown', references: placesOf(owners, loose) }
  }
  if (stays || phase !== 'living') return undefined
  // Its own dependents are part of what the owner waits for, even if they block only this object.
  const policy = node.hasDependents && hasBond(owners, 'dragging') ? 'Foreground' : node.policy
  return { type: 'delete', policy }
}

/** The action that its own deletion requires. */
function ownAction(node: GraphNode): Action | undefined {
  if (node.phase === 'orphaning') {
    // The same finalizer decides whether copies are orphaned, so it stays until that is done.
    return node.hasDependents || node.hasCopies ? undefined : { type: 'release', finalizer: ORPHAN_FINALIZER }
  }
  if (node.phase === 'foreground') {
    const isFree = node.blockers.size === 0 || isInWaitCycle(node)
    return isFree ? { type: 'release', finalizer: FOREGROUND_FINALIZER } : undefined
  }
  return undefined
}

const BONDS: Readonly<Record<GraphNode['phase'], Bond>> = {
  living: 'holding',
  ending: 'holding',
  orphaning: 'freeing',
  foreground: 'dragging',
  gone: 'broken',
}

function bondOf({ owner }: OwnerLink): Bond {
  if (owner === 'absent') return 'broken'
  return owner === 'unserved' ? 'holding' : BONDS[owner.phase]
}

// This runs for every dependent of a deleted object in one tick, so it allocates as little as possible.
const NONE: readonly Bond[] = []
const FREEING: readonly Bond[] = ['freeing']
const ALL_BUT_HOLDING: readonly Bond[] = ['freeing', 'dragging', 'broken']

function hasBond(owners: readonly OwnerLink[], bond: Bond): boolean {
  for (const link of owners) if (bondOf(link) === bond) return true
  return false
}

function placesOf(owners: readonly OwnerLink[], bonds: readonly Bond[]): Set<number> {
  const places = new Set<number>()
  for (const [place, link] of owners.entries()) if (bonds.includes(bondOf(link))) places.add(place)
  return places
}
