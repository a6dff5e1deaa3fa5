import type { GraphNode } from './graph-node.js'

/**
 * Whether an object that is deleted in the foreground waits only for objects that wait for it: it is part of a cycle of
 * owners, and no member of the cycle waits for anything outside of it. Then one member has to go first.
 */
export function isInWaitCycle(node: GraphNode): boolean {
  // Nearly always no other object waits for it, and the walk below is not begun.
  if (!node.owners.some(({ owner, blocking }) => blocking && isWaiting(owner))) return false
  const below = waitedFor(node)
  return below !== undefined && allWaitFor(node, below)
}

/**
 * All nodes that the node waits for, directly and through others. Undefined when one among them waits for nothing: that
 * one will go, and unblock the others. The walk is depth-first, because the first path down nearly always ends in such
 * a node.
 */
function waitedFor(node: GraphNode): ReadonlySet<GraphNode> | undefined {
  const below = new Set([node])
  const path = [node.blockers.values()]
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    const { done, value: blocker } = last.next()
    if (done) {
      path.pop()
      continue
    }
    if (!isWaiting(blocker)) return undefined
    if (below.has(blocker)) continue
    below.add(blocker)
    path.push(blocker.blockers.values())
  }
  return below
}

function allWaitFor(node: GraphNode, below: ReadonlySet<GraphNode>): boolean {
  const waiting = new Set([node])
  // What is added to a set is visited by a loop over it that is under way.
  for (const member of waiting) {
    for (const { owner, blocking } of member.owners) {
      if (blocking && isWaiting(owner) && below.has(owner)) waiting.add(owner)
    }
  }
  return waiting.size === below.size
}

function isWaiting(owner: GraphNode | 'absent' | 'unserved'): owner is GraphNode {
  return typeof owner === 'object' && owner.phase === 'foreground' && owner.blockers.size > 0
}
