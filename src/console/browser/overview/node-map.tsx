import { type ApiObject, textAt } from '#console/model/api/object.js'
import { problemOf } from '#console/model/health/problem.js'
import { findResource } from '../api/kinds.js'
import { linkTo } from '../state/router.js'
import { PodDots } from './pod-dots.js'

/** Nodes with their pods, and the pods that have none. */
export function NodeMap({ nodes, pods }: { nodes: readonly ApiObject[]; pods: readonly ApiObject[] }) {
  const nodeResource = findResource({ group: '', plural: 'nodes' })
  if (nodes.length + pods.length === 0) return null
  const byNode = new Map<string, ApiObject[]>(nodes.map(({ metadata }) => [metadata.name ?? '', []]))
  const homeless: ApiObject[] = []
  for (const pod of pods) (byNode.get(textAt(pod, 'spec', 'nodeName') ?? '') ?? homeless).push(pod)
  const inOrder = nodes.toSorted((one, other) =>
    (one.metadata.name ?? '').localeCompare(other.metadata.name ?? '', 'en', { numeric: true }),
  )
  return (
    <section class="panel" aria-label="Nodes and pods">
      <h2>
        Nodes and pods{' '}
        <span class="muted">
          {nodes.length} {nodes.length === 1 ? 'node' : 'nodes'}, {pods.length}{' '}
          {pods.length === 1 ? 'pod' : 'pods'}
        </span>
      </h2>
      <ul class="node-map">
        {inOrder.map((node) => {
          const { name = '', uid } = node.metadata
          const problem = problemOf('', 'Node', node)
          const own = byNode.get(name) ?? []
          return (
            <li key={uid} class="node-box">
              <p class="node-head">
                {nodeResource === undefined ? (
                  <strong class="truncate">{name}</strong>
                ) : (
                  <a
                    class="truncate"
                    href={linkTo({ page: 'object', resource: nodeResource, name })}
                    title={name}
                  >
                    <strong>{name}</strong>
                  </a>
                )}
                {problem === undefined ? (
                  <span class="muted">{own.length}</span>
                ) : (
                  <span class={`badge ${problem.tone}`} title={problem.message}>
                    {problem.reason}
                  </span>
                )}
              </p>
              <PodDots pods={own} />
            </li>
          )
        })}
        {homeless.length > 0 && (
          <li class="node-box homeless">
            <p class="node-head">
              <strong>Without a node</strong>
              <span class="muted">{homeless.length}</span>
            </p>
            <PodDots pods={homeless} />
          </li>
        )}
      </ul>
    </section>
  )
}
