import type { GraphNode } from './graph-node.js'

/**
 * Whether an object in foreground deletion waits only for objects that wait for it: a cycle of owners that
 * waits for nothing outside. Then one of them must go first.
 */
export function isInWaitCycle(node: GraphNode): boolean {
  // Usually no other object waits for it, so the walk is skipped.
  if (!node.owners.some(({ owner, blocking }) => blocking && isWaiting(owner))) return false
  const below = waitedFor(node)
  return below !== undefined && allWaitFor(node, below)
}

/**
 * All nodes that the node waits for, transitively. Undefined if one of them waits for nothing: it will go and
 * unblock the others. Depth-first, since the first path usually ends in such a node.
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
  // A loop over a set also visits items that are added meanwhile.
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
