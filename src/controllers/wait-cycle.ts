import type { GraphNode } from './graph-node.js'

/**
 * Whether an object that is deleted in the foreground waits for nobody but others who wait for it: it is part
 * of a circle of owners, and none of the circle waits for anything outside of it. Then somebody has to go first.
 */
export function waitsInCircle(node: GraphNode): boolean {
  // Nearly always there is nobody who waits for it, and the walk below is not begun.
  if (!node.owners.some(({ owner, blocking }) => blocking && isWaiting(owner))) return false
  const below = waitedFor(node)
  return below !== undefined && allWaitFor(node, below)
}

/**
 * Everybody that the node waits for, directly and through others. Undefined when there is one among them that
 * waits for nothing: it will go, and then things move. Goes down before it goes sideways, because the first
 * way down nearly always ends in one that does.
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
