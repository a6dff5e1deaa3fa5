import { type ApiObject, at, controllerOf, listAt, numberAt, textAt } from '../api/object.js'
import { type Resource, resourceId } from '../api/resource.js'
import type { Collection } from '../health/findings.js'

/** From left to right. */
export const COLUMNS = ['Workloads', 'ReplicaSets', 'Pods', 'Services', 'Ingresses'] as const
export const WORKLOADS = 0
export const REPLICA_SETS = 1
const PODS = 2
const SERVICES = 3
const INGRESSES = 4

export interface GraphNode {
  readonly id: string
  readonly column: number
  readonly resource: Resource
  /** The pods of a group, otherwise the one object. */
  readonly objects: readonly ApiObject[]
  readonly namespace: string
  readonly name: string
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly (readonly [from: string, to: string])[]
}

/** What leads where: workloads to their pods, those to the services that select them, those to ingresses. */
export function buildGraph(collections: readonly Collection[]): Graph {
  const itemsOf = (id: string) => collections.filter(({ resource }) => resourceId(resource) === id)
  const nodes: GraphNode[] = []
  const edges: (readonly [string, string])[] = []
  const add = (column: number, resource: Resource, objects: readonly ApiObject[], id?: string): string => {
    const { uid = '', namespace = '', name = '' } = objects[0]?.metadata ?? {}
    nodes.push({ id: id ?? uid, column, resource, objects, namespace, name })
    return id ?? uid
  }
  const groups = podGroups(itemsOf('pods')[0]?.items ?? [])

  for (const id of [
    'deployments.apps',
    'statefulsets.apps',
    'daemonsets.apps',
    'jobs.batch',
    'cronjobs.batch',
  ]) {
    for (const { resource, items } of itemsOf(id)) {
      for (const object of items) {
        // Jobs of a cron job stand where the sets of a deployment do.
        const owner = controllerOf(object)
        const own = add(owner === undefined ? WORKLOADS : REPLICA_SETS, resource, [object])
        if (owner !== undefined) edges.push([owner, own])
      }
    }
  }
  for (const { resource, items } of itemsOf('replicasets.apps')) {
    for (const object of items) {
      const uid = object.metadata.uid ?? ''
      // Sets of earlier templates have nothing to show.
      if ((numberAt(object, 'spec', 'replicas') ?? 1) === 0 && !groups.has(uid)) continue
      const owner = controllerOf(object)
      add(owner === undefined ? WORKLOADS : REPLICA_SETS, resource, [object])
      if (owner !== undefined) edges.push([owner, uid])
    }
  }
  const pods = itemsOf('pods')[0]?.resource
  for (const [owner, group] of groups) {
    if (pods === undefined) continue
    const id = add(PODS, pods, group, `pods of ${owner}`)
    edges.push([owner, id])
  }
  for (const { resource, items } of itemsOf('services')) {
    for (const service of items) {
      const selected = [...groups].filter(([, group]) => group.some((pod) => selects(service, pod)))
      const ports = listAt(service, 'spec', 'ports')
      if (selected.length === 0 && ports.length === 0) continue
      const id = add(SERVICES, resource, [service])
      for (const [owner] of selected) edges.push([`pods of ${owner}`, id])
    }
  }
  const services = nodes.filter(({ column }) => column === SERVICES)
  for (const { resource, items } of itemsOf('ingresses.networking.k8s.io')) {
    for (const ingress of items) {
      const id = add(INGRESSES, resource, [ingress])
      const names = backendsOf(ingress)
      const { namespace = '' } = ingress.metadata
      for (const service of services) {
        if (service.namespace === namespace && names.has(service.name)) edges.push([service.id, id])
      }
    }
  }
  const known = new Set(nodes.map(({ id }) => id))
  return { nodes, edges: edges.filter(([from, to]) => known.has(from) && known.has(to)) }
}

/** Pods by the uid of their controller; a pod without one is a group of its own. */
function podGroups(pods: readonly ApiObject[]): ReadonlyMap<string, readonly ApiObject[]> {
  const groups = new Map<string, ApiObject[]>()
  for (const pod of pods) {
    const owner = controllerOf(pod) ?? pod.metadata.uid ?? ''
    const group = groups.get(owner)
    if (group === undefined) groups.set(owner, [pod])
    else group.push(pod)
  }
  return groups
}

function selects(service: ApiObject, pod: ApiObject): boolean {
  if (service.metadata.namespace !== pod.metadata.namespace) return false
  const selector = Object.entries((at(service, 'spec', 'selector') ?? {}) as Record<string, string>)
  const labels = pod.metadata.labels ?? {}
  return selector.length > 0 && selector.every(([name, value]) => labels[name] === value)
}

function backendsOf(ingress: ApiObject): ReadonlySet<string> {
  const paths = listAt(ingress, 'spec', 'rules').flatMap((rule) => listAt(rule, 'http', 'paths'))
  const names = paths.map((path) => textAt(path, 'backend', 'service', 'name'))
  return new Set(
    [...names, textAt(ingress, 'spec', 'defaultBackend', 'service', 'name')].filter(
      (name) => name !== undefined,
    ),
  )
}

/** Only what is connected to a node whose name has the text. */
export function filterGraph({ nodes, edges }: Graph, text: string): Graph {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return { nodes, edges }
  const found = new Set(nodes.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id }) => id))
  let before = -1
  while (found.size > before) {
    before = found.size
    for (const [from, to] of edges) {
      if (found.has(from)) found.add(to)
      else if (found.has(to)) found.add(from)
    }
  }
  return {
    nodes: nodes.filter(({ id }) => found.has(id)),
    edges: edges.filter(([from]) => found.has(from)),
  }
}
