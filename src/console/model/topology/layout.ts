import { type Graph, type GraphNode, REPLICA_SETS, WORKLOADS } from './graph.js'

export interface PlacedNode extends GraphNode {
  /** In rows; parts of a row are possible. */
  readonly row: number
}

export interface Layout {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly (readonly [from: PlacedNode, to: PlacedNode])[]
  /** The columns that have nodes. */
  readonly columns: readonly number[]
  readonly rows: number
}

/** Places each node beside those that it is connected with, in the order of names. */
export function layOut({ nodes, edges }: Graph): Layout {
  const columns = [...new Set(nodes.map(({ column }) => column))].toSorted((one, other) => one - other)
  const rows = new Map<string, number>()
  const before = neighbours(edges, ([from, to]) => [to, from])
  for (const [index, column] of columns.entries()) {
    const inColumn = nodes.filter((node) => node.column === column)
    const wish = ({ id }: GraphNode): number => {
      const known = (before.get(id) ?? []).flatMap((each) => rows.get(each) ?? [])
      return known.length === 0 ? Number.POSITIVE_INFINITY : mean(known)
    }
    const wishes = new Map(inColumn.map((node) => [node.id, wish(node)]))
    const wishOf = ({ id }: GraphNode) => wishes.get(id) ?? 0
    const inOrder = inColumn.toSorted((one, other) =>
      wishOf(one) === wishOf(other) ? compareNames(one, other) : wishOf(one) - wishOf(other),
    )
    const used = index === 0 ? 0 : Math.max(0, ...rows.values()) + 1
    let next = 0
    for (const node of inOrder) {
      const wished = wishOf(node)
      // What nothing leads to comes below everything else.
      const row = Math.max(next, wished === Number.POSITIVE_INFINITY ? (index === 0 ? next : used) : wished)
      rows.set(node.id, row)
      next = row + 1
    }
  }
  alignLeft(nodes, edges, rows)
  const placed = nodes.map((node): PlacedNode => ({ ...node, row: rows.get(node.id) ?? 0 }))
  // For the keyboard: one row after the other.
  const inOrder = placed.toSorted((one, other) => one.row - other.row || one.column - other.column)
  const byId = new Map(placed.map((node) => [node.id, node]))
  return {
    nodes: inOrder,
    edges: edges.flatMap(([from, to]) => {
      const [start, end] = [byId.get(from), byId.get(to)]
      return start === undefined || end === undefined ? [] : [[start, end] as const]
    }),
    columns,
    rows: Math.max(0, ...placed.map(({ row }) => row + 1)),
  }
}

/** Moves what leads to the pods down to the middle of what it leads to, without another order. */
function alignLeft(nodes: Graph['nodes'], edges: Graph['edges'], rows: Map<string, number>): void {
  const after = neighbours(edges, ([from, to]) => [from, to])
  const rowOf = ({ id }: GraphNode) => rows.get(id) ?? 0
  for (const column of [REPLICA_SETS, WORKLOADS]) {
    let next = 0
    const inColumn = nodes.filter((node) => node.column === column)
    for (const node of inColumn.toSorted((one, other) => rowOf(one) - rowOf(other))) {
      const targets = (after.get(node.id) ?? []).flatMap((id) => rows.get(id) ?? [])
      const row = Math.max(next, targets.length === 0 ? rowOf(node) : mean(targets))
      rows.set(node.id, row)
      next = row + 1
    }
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const compareNames = (one: GraphNode, other: GraphNode) =>
  `${one.namespace}/${one.name}`.localeCompare(`${other.namespace}/${other.name}`)

function neighbours(
  edges: Graph['edges'],
  pair: (edge: readonly [string, string]) => readonly [string, string],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const edge of edges) {
    const [of, neighbour] = pair(edge)
    found.set(of, [...(found.get(of) ?? []), neighbour])
  }
  return found
}
