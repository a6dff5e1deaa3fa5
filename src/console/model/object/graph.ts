/** An object in a graph of owners. */
export interface GraphNode {
  readonly id: string
  /** The ids of its owners in the graph. */
  readonly owners: readonly string[]
}

export interface PlacedNode<Node extends GraphNode> {
  readonly node: Node
  readonly column: number
  readonly row: number
}

/** Places owners left of what they own, and nodes with the same owner below each other. */
export function placeNodes<Node extends GraphNode>(nodes: readonly Node[]): PlacedNode<Node>[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const columns = new Map<string, number>()
  const columnOf = (node: Node, seen: ReadonlySet<string>): number => {
    const known = columns.get(node.id)
    if (known !== undefined) return known
    const owners = node.owners.flatMap((id) => {
      const owner = byId.get(id)
      return owner === undefined || seen.has(id) ? [] : owner
    })
    const column = Math.max(-1, ...owners.map((owner) => columnOf(owner, new Set([...seen, node.id])))) + 1
    columns.set(node.id, column)
    return column
  }
  const rows: number[] = []
  const placed = new Map<string, PlacedNode<Node>>()
  const sorted = nodes.toSorted((one, other) => columnOf(one, new Set()) - columnOf(other, new Set()))
  for (const node of sorted) {
    const column = columnOf(node, new Set())
    const ownerRow = Math.max(0, ...node.owners.map((id) => placed.get(id)?.row ?? 0))
    const row = Math.max(rows[column] ?? 0, ownerRow)
    rows[column] = row + 1
    placed.set(node.id, { node, column, row })
  }
  return [...placed.values()]
}
