import type { Service } from '#kinds/core/service/schema.js'
import {
  type Action,
  type ActionPlan,
  controlledBy,
  ENDPOINT_SLICE,
  ENDPOINTS,
  SERVICE,
} from '#workloads/action.js'
import type { PodSummary, Pods } from '#workloads/pods/summary.js'
import { selectorOfLabels } from '#workloads/selector.js'
import { SelectorIndex } from '#workloads/selector-index.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import type { EndpointsState, EndpointsSummaries, SliceSummary, Slices } from './endpoint-summaries.js'
import { mirrorEndpoints } from './mirror.js'
import { HEADLESS, MANAGED_BY, SERVICE_NAME } from './slice-labels.js'

/** Endpoints per slice, and addresses per Endpoints object. */
const SLICE_SIZE = 100
const MAX_ADDRESSES = 1000
const MANAGER = 'endpointslice-controller.k8s.io'

export const serviceIndex = () =>
  new SelectorIndex('core/services/', ({ selector }: Service['spec']) => selectorOfLabels(selector))

/** Maintains Endpoints and EndpointSlices of services. `uidOf` finds a service by its name. */
export function services(
  pods: Pods,
  index: SelectorIndex,
  slices: Slices,
  endpoints: EndpointsSummaries,
  uidOf: (namespace: string, name: string) => string | undefined,
): WorkloadKind<Service> {
  return {
    kind: SERVICE,
    prefix: 'core/services/',
    component: 'endpoints-controller',
    plan: (service) => {
      const { namespace = '', name = '', uid = '', deletionTimestamp } = service.metadata
      const current = endpoints.get(`core/endpoints/${namespace}/${name}`)
      if (selectorOfLabels(service.spec.selector) !== undefined)
        return planService(service, [...podsBehind(service, pods)], slices.of(uid), current)
      if (current === undefined || deletionTimestamp) return { actions: [] }
      return { actions: mirrorEndpoints(service, current, slices.of(current.uid)) }
    },
    status: ({ status }) => status,
    follow: (enqueue) => [
      pods.onChange((before, after) => {
        for (const pod of [before, after]) {
          if (pod === undefined) continue
          for (const uid of index.selecting(pod.namespace, pod.labels)) enqueue(uid)
        }
      }),
      slices.onChange((before, after) => {
        const { owner = '' } = (after ?? before) as SliceSummary
        const mirrored = endpoints.withUid(owner)
        enqueue(mirrored === undefined ? owner : uidOf(mirrored.namespace, mirrored.name))
      }),
      endpoints.onChange((before, after) => {
        const { namespace, name } = (after ?? before) as EndpointsState
        enqueue(uidOf(namespace, name))
      }),
    ],
  }
}

/** Pods with an address that have not ended. */
function* podsBehind({ metadata, spec }: Readonly<Service>, pods: Pods): Generator<PodSummary> {
  const selector = selectorOfLabels(spec.selector)
  if (selector === undefined) return
  for (const pod of pods.in(metadata.namespace ?? '')) {
    if (pod.podIP !== undefined && pod.phase === 'Running' && selector.matches(pod.labels)) yield pod
  }
}

export function planService(
  service: Readonly<Service>,
  pods: readonly PodSummary[],
  slices: readonly SliceSummary[],
  endpoints: EndpointsState | undefined,
): ActionPlan {
  if (service.metadata.deletionTimestamp) return { actions: [] }
  const sorted = [...pods].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { actions: [...planSlices(service, sorted, slices), ...planEndpoints(service, sorted, endpoints)] }
}

const isReady = ({ spec }: Readonly<Service>, pod: PodSummary) =>
  (pod.isReady || spec.publishNotReadyAddresses === true) && !pod.isTerminating

const targetOf = ({ namespace, name, uid }: PodSummary) => ({ kind: 'Pod', namespace, name, uid })

function endpointOf(service: Readonly<Service>, pod: PodSummary) {
  return {
    addresses: [pod.podIP],
    conditions: { ready: isReady(service, pod), serving: pod.isReady, terminating: pod.isTerminating },
    nodeName: pod.nodeName,
    targetRef: targetOf(pod),
  }
}

/** Resolves named target ports; skips a port that no pod names. */
function portsOf({ spec }: Readonly<Service>, pods: readonly PodSummary[]) {
  return (spec.ports ?? []).flatMap(({ name, port, protocol, appProtocol, targetPort }) => {
    const target = typeof targetPort === 'string' ? pods[0]?.ports[targetPort] : targetPort || port
    return target === undefined ? [] : [{ name, port: target, protocol, appProtocol }]
  })
}

/** Endpoints stay in their slices; only changed slices are written. */
function planSlices(
  service: Readonly<Service>,
  pods: readonly PodSummary[],
  slices: readonly SliceSummary[],
): readonly Action[] {
  const left = new Map(pods.map((pod) => [pod.uid, endpointOf(service, pod)]))
  // Slice ports always have a name, possibly empty.
  const ports = portsOf(service, pods).map((port) => ({ ...port, name: port.name ?? '' }))
  const actions: Action[] = []
  const kept = slices
    .filter(({ isTerminating }) => !isTerminating)
    .map((slice) => {
      const endpoints = slice.targets.flatMap((uid) => {
        const endpoint = left.get(uid)
        left.delete(uid)
        return endpoint === undefined ? [] : [endpoint]
      })
      return { slice, endpoints }
    })
  const rest = [...left.values()]
  for (const { slice, endpoints } of kept) {
    endpoints.push(...rest.splice(0, SLICE_SIZE - endpoints.length))
    const wanted = JSON.stringify({ endpoints, ports })
    if (endpoints.length === 0 && kept.length > 1)
      actions.push({ type: 'delete', of: ENDPOINT_SLICE, target: slice })
    else if (wanted !== slice.content) {
      const change = (object: Record<string, unknown>) => void Object.assign(object, { endpoints, ports })
      actions.push({ type: 'change', of: ENDPOINT_SLICE, part: 'object', target: slice, change })
    }
  }
  while (rest.length > 0 || (kept.length === 0 && actions.length === 0)) {
    actions.push(newSlice(service, rest.splice(0, SLICE_SIZE), ports))
  }
  return actions
}

/** The labels of the service, and whether it is headless. */
const labelsOf = ({ metadata, spec }: Readonly<Service>) => ({
  ...metadata.labels,
  ...(spec.clusterIP === 'None' ? { [HEADLESS]: '' } : {}),
})

function newSlice(
  service: Readonly<Service>,
  endpoints: readonly object[],
  ports: readonly object[],
): Action {
  const { name = '' } = service.metadata
  return {
    type: 'create',
    of: ENDPOINT_SLICE,
    object: {
      metadata: {
        generateName: `${name}-`,
        labels: { ...labelsOf(service), [SERVICE_NAME]: name, [MANAGED_BY]: MANAGER },
        ownerReferences: [controlledBy(SERVICE, service)],
      },
      addressType: 'IPv4',
      endpoints,
      ports,
    },
  }
}

function planEndpoints(
  service: Readonly<Service>,
  pods: readonly PodSummary[],
  current: EndpointsState | undefined,
): readonly Action[] {
  const { name = '' } = service.metadata
  const shown = pods.slice(0, MAX_ADDRESSES)
  const addressOf = (pod: PodSummary) => ({ ip: pod.podIP, nodeName: pod.nodeName, targetRef: targetOf(pod) })
  const ready = shown.filter((pod) => isReady(service, pod)).map(addressOf)
  const others = shown.filter((pod) => !isReady(service, pod) && !pod.isTerminating).map(addressOf)
  const ports = portsOf(service, pods)
  const subsets =
    ready.length + others.length === 0
      ? undefined
      : [
          {
            addresses: ready.length === 0 ? undefined : ready,
            notReadyAddresses: others.length === 0 ? undefined : others,
            ports: ports.length === 0 ? undefined : ports,
          },
        ]
  if (current === undefined) {
    // Owned by the service and deleted with it.
    const metadata = { name, labels: labelsOf(service), ownerReferences: [controlledBy(SERVICE, service)] }
    return [{ type: 'create', of: ENDPOINTS, object: { metadata, subsets } }]
  }
  if (JSON.stringify(subsets ?? []) === current.content) return []
  const change = (object: Record<string, unknown>) => {
    object.subsets = subsets
  }
  return [{ type: 'change', of: ENDPOINTS, part: 'object', target: current, change }]
}
