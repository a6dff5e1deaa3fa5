import { buildGraph, COLUMNS, filterGraph } from '#console/model/topology/graph.js'
import { layOut } from '#console/model/topology/layout.js'
import type { PageProps } from '../page-props.js'
import { go, namespace } from '../state/router.js'
import { SearchInput } from '../ui/search-input.js'
import { EmptyState, FailureState, LoadingState } from '../ui/states.js'
import { TopologyNode } from './topology-node.js'
import { useCollections } from './use-collections.js'

const WANTED = [
  { id: 'deployments.apps' },
  { id: 'statefulsets.apps' },
  { id: 'daemonsets.apps' },
  { id: 'replicasets.apps' },
  { id: 'cronjobs.batch' },
  { id: 'jobs.batch' },
  { id: 'pods' },
  { id: 'services' },
  { id: 'ingresses.networking.k8s.io' },
]
/** In pixels; `.topology-node` has the same width. */
const WIDTH = 168
const GAP = 36
const ROW = 72
const HEAD = 32
const MAX_NODES = 400

/** What leads where, from workloads to ingresses. */
export default function TopologyPage({ place }: PageProps<'topology'>) {
  const { found, isComplete, failure, tooLarge } = useCollections(WANTED)
  const text = place.query?.q ?? ''
  const graph = buildGraph(found)
  const shown = filterGraph(graph, text)
  return (
    <div class="page">
      <header class="page-head">
        <h1>Topology</h1>
        <span class="muted truncate">{namespace.value ?? 'All namespaces'}</span>
      </header>
      <div class="filter-bar">
        <SearchInput
          label="Filter apps"
          placeholder="Name of any part of an app"
          value={text}
          onChange={(value) =>
            go({ ...place, query: value === '' ? undefined : { q: value } }, { replace: true })
          }
        />
      </div>
      {failure !== undefined ? (
        <FailureState failure={failure} />
      ) : tooLarge.length > 0 ? (
        <EmptyState icon="graph" title="Too much for one picture">
          Choose a namespace: there are too many {tooLarge.map(({ plural }) => plural).join(', ')}.
        </EmptyState>
      ) : !isComplete ? (
        <LoadingState />
      ) : shown.nodes.length === 0 ? (
        <EmptyState icon="graph" title={text === '' ? 'There are no workloads' : 'Nothing matches'}>
          Workloads, their pods, and the services and ingresses that lead to them appear here.
        </EmptyState>
      ) : shown.nodes.length > MAX_NODES ? (
        <EmptyState icon="graph" title="Too much for one picture">
          Choose a namespace, or type the name of an app.
        </EmptyState>
      ) : (
        <Picture graph={shown} />
      )}
    </div>
  )
}

function Picture({ graph }: { graph: ReturnType<typeof buildGraph> }) {
  const { nodes, edges, columns, rows } = layOut(graph)
  const left = (column: number) => columns.indexOf(column) * (WIDTH + GAP)
  const middle = (row: number) => HEAD + row * ROW + ROW / 2
  const width = columns.length * (WIDTH + GAP) - GAP
  const height = HEAD + rows * ROW
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part of the page that scrolls needs the keyboard
    <section class="topology" aria-label="Picture of the apps" tabIndex={0}>
      <div class="topology-canvas" style={{ width: `${width}px`, height: `${height}px` }}>
        <svg class="topology-lines" width={width} height={height} aria-hidden="true">
          {edges.map(([from, to]) => {
            const x1 = left(from.column) + WIDTH
            const x2 = left(to.column)
            const [y1, y2] = [middle(from.row), middle(to.row)]
            const bend = Math.min(GAP, (x2 - x1) / 2)
            return (
              <path
                key={`${from.id} ${to.id}`}
                d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
              />
            )
          })}
        </svg>
        {columns.map((column) => (
          <h2 key={column} class="topology-head" style={{ left: `${left(column)}px` }}>
            {COLUMNS[column]}
          </h2>
        ))}
        {nodes.map((node) => (
          <TopologyNode key={node.id} node={node} left={left(node.column)} top={middle(node.row)} />
        ))}
      </div>
    </section>
  )
}
