import { type ApiObject, listAt, numberAt, textAt } from '#console/model/api/object.js'
import { problemOf } from '#console/model/health/problem.js'
import type { PlacedNode } from '#console/model/topology/layout.js'
import { namespace as chosen, linkTo } from '../state/router.js'
import { PodDots } from './pod-dots.js'

const MAX_DOTS = 14

export function TopologyNode({ node, left, top }: { node: PlacedNode; left: number; top: number }) {
  const { resource, objects, namespace, name } = node
  const [object] = objects
  if (object === undefined) return null
  const style = { left: `${left}px`, top: `${top}px` }
  if (resource.kind === 'Pod') {
    return (
      <section class="topology-node pods" style={style} aria-label={`Pods such as ${name}`}>
        <PodDots pods={objects} most={MAX_DOTS} />
      </section>
    )
  }
  const problem = problemOf(resource.group, resource.kind, object)
  return (
    <a
      class={problem === undefined ? 'topology-node' : `topology-node ${problem.tone}`}
      style={style}
      href={linkTo({ page: 'object', resource, within: namespace, name })}
      title={[`${resource.kind} ${namespace}/${name}`, problem?.reason, problem?.message]
        .filter(Boolean)
        .join('\n')}
    >
      <strong class="truncate">{name}</strong>
      <span class={problem === undefined ? 'muted truncate' : 'truncate topology-problem'}>
        {problem?.reason ??
          [chosen.value === undefined && namespace, detailOf(resource.kind, object)]
            .filter(Boolean)
            .join(' · ')}
      </span>
    </a>
  )
}

function detailOf(kind: string, object: ApiObject): string {
  if (kind === 'Service') {
    const ports = listAt(object, 'spec', 'ports').map((port) => numberAt(port, 'port'))
    return `${textAt(object, 'spec', 'type') ?? 'ClusterIP'} ${ports.join(', ')}`
  }
  if (kind === 'Ingress') {
    const hosts = listAt(object, 'spec', 'rules').map((rule) => textAt(rule, 'host') ?? '*')
    return hosts.join(', ')
  }
  const wanted = numberAt(object, 'spec', 'replicas') ?? numberAt(object, 'status', 'desiredNumberScheduled')
  const ready = numberAt(object, 'status', 'readyReplicas') ?? numberAt(object, 'status', 'numberReady') ?? 0
  return wanted === undefined ? kind : `${kind === 'ReplicaSet' ? '' : `${kind} `}${ready}/${wanted}`
}
