import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type PropagationPolicy } from '#registry/write/deletion.js'
import type { GraphNode, OwnerLink } from './graph-node.js'
import { isInWaitCycle } from './wait-cycle.js'

/** The one thing to do next about an object. */
export type Action =
  /** Take away owner references, by their places in the list. */
  | { readonly type: 'disown'; readonly references: ReadonlySet<number> }
  | { readonly type: 'delete'; readonly policy: PropagationPolicy }
  /** Take away the finalizer by which the collector held the object. */
  | { readonly type: 'release'; readonly finalizer: string }

/** Every reference is one of these to the object that has it. */
type Bond =
  /** The owner is there and stays, or belongs to another server. */
  | 'holding'
  /** The owner is going and sets its dependents free. */
  | 'freeing'
  /** The owner is going and takes its dependents along. */
  | 'dragging'
  | 'broken'

/** What the rules of garbage collection demand for an object; undefined when that is nothing. */
export function nextAction(node: GraphNode): Action | undefined {
  return node.owners.length > 0 ? (ownedAction(node) ?? ownAction(node)) : ownAction(node)
}

/** What follows from what has become of its owners. */
function ownedAction(node: GraphNode): Action | undefined {
  const { owners, phase } = node
  // An owner that sets the object free wants it to stay, so with it go the references to owners that want it to go:
  // else the outcome would depend on the order of the deletions.
  const stays = hasBond(owners, 'holding') || hasBond(owners, 'freeing')
  const loose = phase !== 'living' ? FREEING : stays ? ALL_BUT_HOLDING : NONE
  if (loose.some((bond) => hasBond(owners, bond))) {
    return { type: 'disown', references: placesOf(owners, loose) }
  }
  if (stays || phase !== 'living') return undefined
  // Its own dependents are part of what the owner waits for, even if they only block this object.
  const policy = node.hasDependents && hasBond(owners, 'dragging') ? 'Foreground' : node.policy
  return { type: 'delete', policy }
}

/** What follows from its own deletion. */
function ownAction(node: GraphNode): Action | undefined {
  if (node.phase === 'orphaning') {
    // Whether copies are orphaned too is seen by the same finalizer: it stays until that is decided.
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

// This runs for every dependent of an object that goes, in one turn of the event loop: it makes no lists that it may
// not need.
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
