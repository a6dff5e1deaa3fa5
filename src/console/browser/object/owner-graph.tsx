import { type GraphNode, placeNodes } from '#console/model/object/graph.js'

/** An object in the graph. */
export interface OwnerNode extends GraphNode {
  readonly kind: string
  readonly name: string
  readonly href: string | undefined
  readonly isCurrent: boolean
}

const WIDTH = 190
const HEIGHT = 44
const GAP_X = 48
const GAP_Y = 12
const MAX_LETTERS = 24

const shortened = (name: string) => (name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name)

/** Owners on the left, what they own on the right. Each object is a link. */
export function OwnerGraph({ nodes }: { nodes: readonly OwnerNode[] }) {
  const placed = placeNodes(nodes).map(({ node, column, row }) => ({
    node,
    x: column * (WIDTH + GAP_X) + 1,
    y: row * (HEIGHT + GAP_Y) + 1,
  }))
  const byId = new Map(placed.map((each) => [each.node.id, each]))
  const width = Math.max(...placed.map(({ x }) => x)) + WIDTH + 1
  const height = Math.max(...placed.map(({ y }) => y)) + HEIGHT + 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
    <section class="graph" tabIndex={0} aria-label="Graph of owners">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Owners">
        {placed.flatMap(({ node, x, y }) =>
          node.owners.flatMap((id) => {
            const owner = byId.get(id)
            if (owner === undefined) return []
            const [fromX, fromY, toY] = [owner.x + WIDTH, owner.y + HEIGHT / 2, y + HEIGHT / 2]
            const middle = (fromX + x) / 2
            const line = `M${fromX} ${fromY}C${middle} ${fromY} ${middle} ${toY} ${x} ${toY}`
            return <path key={`${id} ${node.id}`} class="graph-line" d={line} />
          }),
        )}
        {placed.map(({ node, x, y }) => (
          <a
            key={node.id}
            {...(node.href !== undefined && { href: node.href })}
            class={node.isCurrent ? 'graph-node current' : 'graph-node'}
          >
            <title>{`${node.kind} ${node.name}`}</title>
            <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx={6} />
            <text x={x + 12} y={y + 18} class="graph-kind">
              {node.kind}
            </text>
            <text x={x + 12} y={y + 34}>
              {shortened(node.name)}
            </text>
          </a>
        ))}
      </svg>
    </section>
  )
}
