import type { ObjectCache } from '#cache/object-cache.js'
import type { Node } from '#kinds/core/node/schema.js'
import type { EndpointSlice } from '#kinds/discovery/endpointslice/schema.js'
import { serviceUnavailable } from '#meta/api-error.js'
import { connectsToNodes } from '#nodes/config.js'
import type { NodeConnections } from '#nodes/node-connections.js'
import type { ResourceStores } from '#registry/stores.js'
import type { ConnectExchange } from '#registry/subresources/connect.js'
import type { Place, SubresourceEndpoint } from '#registry/subresources/endpoint.js'
import { EVERY_FIELD } from '#selector/field-selector.js'
import { parseLabelSelector } from '#selector/label-selector.js'
import { type ServerConfig, StartError } from '#server/config.js'
import type { Random } from '#util/random.js'

const POD_STREAMS = ['attach', 'exec', 'log', 'portforward'] as const

const SERVICE_LABEL = 'kubernetes.io/service-name'

const PROXIES: readonly (readonly [
  plural: string,
  connect: (nodes: NodeConnections, place: Place, exchange: ConnectExchange) => Promise<void>,
])[] = [
  ['pods', (nodes, place, exchange) => nodes.proxyPod(place, exchange)],
  ['services', (nodes, place, exchange) => nodes.proxyService(place, exchange)],
  ['nodes', (nodes, place, exchange) => nodes.proxyNode(place, exchange)],
]

export interface LazyNodeContext {
  readonly stores: ResourceStores
  readonly cache: ObjectCache
  readonly random: Random
}

/** Passes requests on to nodes, pods and services. The code is loaded with the first such request. */
export class LazyNodeConnections {
  readonly #config: ServerConfig
  readonly #context: LazyNodeContext
  /** The endpoints of pods on simulated nodes. */
  readonly #simulated: ReadonlyMap<string, SubresourceEndpoint>
  #connections: Promise<NodeConnections> | undefined
  #isClosed = false

  /** Undefined unless the server connects to nodes. Rejects with a `StartError` if it cannot. */
  static async open(
    config: ServerConfig,
    context: LazyNodeContext,
  ): Promise<LazyNodeConnections | undefined> {
    if (!connectsToNodes(config)) return undefined
    const { checkKubeletCredentials } = await import('#nodes/credentials.js')
    await checkKubeletCredentials(config).catch((error: Error) => {
      throw new StartError(`the credentials for kubelets cannot be used: ${error.message}`, { cause: error })
    })
    return new LazyNodeConnections(config, context)
  }

  private constructor(config: ServerConfig, context: LazyNodeContext) {
    this.#config = config
    this.#context = context
    const { stores } = context
    const pods = stores.find('v1', 'pods')
    this.#simulated = new Map(pods?.endpoints)
    for (const name of POD_STREAMS) {
      pods?.setEndpoint(name, {
        connect: async (place, exchange) => (await this.#open()).connectPod(name, place, exchange),
      })
    }
    for (const [plural, connect] of PROXIES) {
      stores.find('v1', plural)?.setEndpoint('proxy', {
        connect: async (place, exchange) => connect(await this.#open(), place, exchange),
      })
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    ;(await this.#connections)?.close()
  }

  #endpointSlices(namespace: string, service: string): readonly EndpointSlice[] {
    const { stores, cache } = this.#context
    const store = stores.find('discovery.k8s.io/v1', 'endpointslices')
    if (store === undefined) return []
    const labels = parseLabelSelector(`${SERVICE_LABEL}=${service}`)
    const selection = { namespace, labels, fields: EVERY_FIELD, includeUninitialized: true }
    const slices = cache.collection(store.definition.stored.prefix).select(selection)
    return slices.map((served) => store.writer.parse(served) as EndpointSlice)
  }

  #open(): Promise<NodeConnections> {
    if (this.#isClosed) throw serviceUnavailable('the server is shutting down')
    this.#connections ??= this.#load()
    return this.#connections
  }

  async #load(): Promise<NodeConnections> {
    const { NodeConnections } = await import('#nodes/node-connections.js')
    return new NodeConnections({
      config: this.#config,
      stores: this.#context.stores,
      random: this.#context.random,
      endpointSlices: (namespace, service) => this.#endpointSlices(namespace, service),
      simulation: this.#config.simulateWorkloads
        ? { isSimulated: await isSimulated(), endpoints: this.#simulated }
        : undefined,
    })
  }
}

async function isSimulated(): Promise<(node: Readonly<Node>) => boolean> {
  return (await import('#workloads/nodes/node-status.js')).isSimulated
}
