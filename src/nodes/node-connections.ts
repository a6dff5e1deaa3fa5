import type { Node } from '#kinds/core/node/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { Service } from '#kinds/core/service/schema.js'
import type { EndpointSlice } from '#kinds/discovery/endpointslice/schema.js'
import { ApiError, badRequest, notImplemented } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ResourceStores } from '#registry/stores.js'
import type { ConnectExchange } from '#registry/subresources/connect.js'
import type { Place, SubresourceEndpoint } from '#registry/subresources/endpoint.js'
import type { Random } from '#util/random.js'
import type { NodeConnectionConfig } from './config.js'
import { addressOf, Connections, kubeletTarget } from './kubelets.js'
import { openAttach, openExec, openPorts, type PlacedPod, readLog } from './pod-streams.js'
import { forwardHttp } from './proxy/forward-http.js'
import { askedPort, podTarget, untrustedTarget } from './proxy/proxy-targets.js'
import { serviceTarget } from './proxy/service-target.js'
import { type ProxiedName, splitName } from './proxy/split-name.js'

export interface NodeConnectionsContext {
  readonly config: NodeConnectionConfig
  readonly stores: ResourceStores
  /** The slices of a service. */
  readonly endpointSlices: (namespace: string, service: string) => readonly EndpointSlice[]
  readonly random: Random
  /** Undefined on a server that simulates no nodes. */
  readonly simulation: Simulation | undefined
}

/** Simulated nodes have no kubelet. */
export interface Simulation {
  isSimulated(node: Readonly<Node>): boolean
  /** The endpoints of pods on simulated nodes, by subresource. */
  readonly endpoints: ReadonlyMap<string, SubresourceEndpoint>
}

const POD_STREAMS = { attach: openAttach, exec: openExec, log: readLog, portforward: openPorts } as const
export type PodStream = keyof typeof POD_STREAMS

const SIMULATED = 'nothing runs on a simulated node'

/** Throws `badRequest`. */
function expectName(kind: string, id: string): ProxiedName {
  const asked = splitName(id)
  if (asked === undefined) throw badRequest(`invalid ${kind} request ${JSON.stringify(id)}`)
  return asked
}

/** Passes requests on to nodes, pods and services. */
export class NodeConnections {
  readonly #context: NodeConnectionsContext
  readonly #connections = new Connections()

  constructor(context: NodeConnectionsContext) {
    this.#context = context
  }

  /** `log`, `exec`, `attach` and `portforward` of a pod. */
  async connectPod(subresource: PodStream, place: Place, exchange: ConnectExchange): Promise<void> {
    const pod = this.#object<Pod>('pods', place)
    const { nodeName } = pod.spec
    if (!nodeName) {
      // The node has no log of a pod that is not there yet.
      if (subresource === 'log') return exchange.respondWhole(204, [], Buffer.alloc(0))
      throw badRequest(`pod ${place.name} does not have a host assigned`)
    }
    const node = this.#object<Node>('nodes', { namespace: undefined, name: nodeName })
    const { config, simulation } = this.#context
    if (simulation?.isSimulated(node)) {
      const endpoint = simulation.endpoints.get(subresource)
      if (endpoint?.connect === undefined) throw notImplemented(SIMULATED)
      return endpoint.connect(place, exchange)
    }
    const placed: PlacedPod = { pod, node }
    await POD_STREAMS[subresource](placed, exchange, { config, connections: this.#connections })
  }

  /** `proxy` of a pod. `place.name` may have a scheme and a port. */
  async proxyPod({ namespace, name: id }: Place, exchange: ConnectExchange): Promise<void> {
    const asked = expectName('pod', id)
    const pod = this.#object<Pod>('pods', { namespace, name: asked.name })
    if (this.#isSimulated(pod)) throw notImplemented(SIMULATED)
    await forwardHttp(exchange, podTarget(pod, asked, id), this.#connections, undefined)
  }

  /** `proxy` of a service: of one of the pods behind it. */
  async proxyService({ namespace = '', name: id }: Place, exchange: ConnectExchange): Promise<void> {
    const asked = expectName('service', id)
    const service = this.#object<Service>('services', { namespace, name: asked.name })
    const found = serviceTarget(id, asked.port, {
      service,
      slices: this.#context.endpointSlices(namespace, asked.name),
      pod: (namespace, name) => {
        const pod = this.#find<Pod>('pods', { namespace, name })
        return pod === undefined || this.#isSimulated(pod) ? undefined : pod
      },
      random: (limit) => this.#context.random.int(limit, `services ${namespace}/${asked.name}`),
    })
    const target = untrustedTarget(asked.scheme, found.address, found.port)
    await forwardHttp(exchange, target, this.#connections, undefined)
  }

  /** `proxy` of a node: of its kubelet, or of another port. */
  async proxyNode({ name: id }: Place, exchange: ConnectExchange): Promise<void> {
    const { name, scheme, port } = expectName('node', id)
    const node = this.#object<Node>('nodes', { namespace: undefined, name })
    const { config, simulation } = this.#context
    if (simulation?.isSimulated(node)) throw notImplemented(SIMULATED)
    const kubelet = addressOf(node, config)
    const asked = askedPort(port, 'node', id)
    if (asked === undefined || asked === kubelet.port) {
      const target = await kubeletTarget(node, config)
      return forwardHttp(exchange, target, this.#connections, config.kubeletTimeoutMs)
    }
    await forwardHttp(exchange, untrustedTarget(scheme, kubelet.host, asked), this.#connections, undefined)
  }

  close(): void {
    this.#connections.close()
  }

  #isSimulated({ spec }: Pod): boolean {
    const { simulation } = this.#context
    if (simulation === undefined || !spec.nodeName) return false
    const node = this.#find<Node>('nodes', { namespace: undefined, name: spec.nodeName })
    return node !== undefined && simulation.isSimulated(node)
  }

  #find<O extends ApiObject>(plural: string, place: Place): O | undefined {
    try {
      return this.#object<O>(plural, place)
    } catch (error) {
      if (error instanceof ApiError && error.error === 'notFound') return undefined
      throw error
    }
  }

  /** Throws `notFound`. */
  #object<O extends ApiObject>(plural: string, { namespace, name }: Place): O {
    const store = this.#context.stores.find('v1', plural)
    if (store === undefined) throw new Error(`the server serves no ${plural}`)
    return store.writer.parse(store.reader.get(namespace, name)) as O
  }
}
