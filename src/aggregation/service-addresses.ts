import { service as serviceKind } from '#kinds/core/service/index.js'
import type { Service } from '#kinds/core/service/schema.js'
import { endpointSlice } from '#kinds/discovery/endpointslice/index.js'
import type { EndpointSlice } from '#kinds/discovery/endpointslice/schema.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import type { ServiceAddress, ServiceResolver } from '#webhooks/client/service-resolver.js'
import type { RemoteService } from './remote-service.js'

const SERVICE_LABEL = 'kubernetes.io/service-name'

/** Why a service leads to no address, as the reason and the message of a condition. */
export class ServiceUnreachable extends Error {
  override readonly name = 'ServiceUnreachable'
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

export interface FoundAddresses {
  readonly addresses: readonly ServiceAddress[]
  /** Whether the operator of this server named the address, not an object. */
  readonly isConfigured: boolean
}

/** Finds the servers behind services: there is no service network. */
export class ServiceAddresses {
  readonly #feed: ChangeFeed
  readonly #resolver: ServiceResolver
  readonly #dialsObjects: boolean

  /** `dialsObjects` says whether objects may name addresses, besides the resolver: not where anyone may write them. */
  constructor(feed: ChangeFeed, resolver: ServiceResolver, dialsObjects: boolean) {
    this.#feed = feed
    this.#resolver = resolver
    this.#dialsObjects = dialsObjects
  }

  /** Throws `ServiceUnreachable`. */
  of({ service: { namespace, name, port } }: RemoteService): FoundAddresses {
    const configured = this.#resolver.resolve(namespace, name)
    if (configured !== undefined) return { addresses: [configured], isConfigured: true }
    const title = `service/${name} in ${JSON.stringify(namespace)}`
    const addresses = this.#addressesIn(title, { namespace, name, port })
    if (this.#dialsObjects) return { addresses, isConfigured: false }
    const why = 'without authorization only services of --service-resolver are connected to'
    throw new ServiceUnreachable('ServiceAccessError', `${title} cannot be checked due to: ${why}`)
  }

  #addressesIn(
    title: string,
    { namespace, name, port }: RemoteService['service'],
  ): readonly ServiceAddress[] {
    const found = this.#feed.find(objectKey(serviceKind, namespace, name))
    if (found === undefined) throw new ServiceUnreachable('ServiceNotFound', `${title} is not present`)
    const { spec } = JSON.parse(found.json.toString()) as Service
    if (spec.type === 'ExternalName') {
      return [{ host: spec.externalName ?? '', port }]
    }
    const servicePort = spec.ports?.find((candidate) => candidate.port === port)
    if (servicePort === undefined) {
      throw new ServiceUnreachable('ServicePortError', `${title} is not listening on port ${port}`)
    }
    const slices = this.#slicesOf(namespace, name)
    if (slices.length === 0) {
      throw new ServiceUnreachable('EndpointsNotFound', `cannot find endpoints for ${title}`)
    }
    const portName = servicePort.name ?? ''
    const addresses = slices.flatMap((slice) => readyAddresses(slice, portName))
    if (addresses.length === 0) {
      const missing = `have no addresses with port name ${JSON.stringify(portName)}`
      throw new ServiceUnreachable('MissingEndpoints', `endpoints for ${title} ${missing}`)
    }
    return addresses
  }

  #slicesOf(namespace: string, service: string): readonly EndpointSlice[] {
    return this.#feed
      .objectsIn(endpointSlice, namespace)
      .filter((slice) => slice.metadata().labels?.[SERVICE_LABEL] === service)
      .map(({ json }) => JSON.parse(json.toString()) as EndpointSlice)
  }
}

function readyAddresses({ endpoints, ports }: EndpointSlice, portName: string): readonly ServiceAddress[] {
  const port = ports?.find(({ name }) => (name ?? '') === portName)?.port
  if (port == null) return []
  return (endpoints ?? [])
    .filter(({ conditions }) => conditions?.ready !== false)
    .flatMap(({ addresses }) => (addresses ?? []).map((host) => ({ host, port })))
}
