import { isIP } from 'node:net'
import { endpoints as endpointsKind } from '#kinds/core/endpoints/index.js'
import type { Endpoints } from '#kinds/core/endpoints/schema.js'
import { service as serviceKind } from '#kinds/core/service/index.js'
import type { Service } from '#kinds/core/service/schema.js'
import { endpointSlice } from '#kinds/discovery/endpointslice/index.js'
import type { EndpointSlice } from '#kinds/discovery/endpointslice/schema.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import type { StoredKind } from '#registry/kind.js'
import { parseLabelSelector } from '#selector/label-selector.js'
import { AddressRules, type DialRules, RemoteAddressRules } from '#util/net/address-rules.js'
import { type ConfiguredServices, configuredAddresses, type ServiceAddress } from './configured-services.js'

const SERVICE_LABEL = 'kubernetes.io/service-name'
const MAX_PORT = 65_535

/** Addresses of the operator of this server. */
const CONFIGURED = new AddressRules()
/** Addresses that clients write into objects. */
const WRITTEN = new RemoteAddressRules()

export interface ServicePort {
  readonly namespace: string
  readonly name: string
  readonly port: number
}

/** Why a service leads to no address. */
export class ServiceUnreachable extends Error {
  override readonly name = 'ServiceUnreachable'
  /** The reason and the message of the condition of an APIService. */
  readonly reason: string
  readonly condition: string

  constructor(reason: string, condition: string, message: string) {
    super(message)
    this.reason = reason
    this.condition = condition
  }
}

export interface ResolvedService {
  /** At least one. Any of them will do. */
  readonly addresses: readonly ServiceAddress[]
  /** The addresses that may be dialled, once their names are resolved. */
  readonly rules: DialRules
}

/** Finds the servers behind services: there is no service network. */
export class ServiceResolver {
  readonly #feed: ChangeFeed
  readonly #configured: ReadonlyMap<string, ServiceAddress>
  readonly #dialsObjects: boolean

  /** `dialsObjects` says whether objects may name addresses, besides the configuration: not where anyone may write them. */
  constructor(feed: ChangeFeed, configured: ConfiguredServices, dialsObjects: boolean) {
    this.#feed = feed
    this.#configured = configuredAddresses(configured)
    this.#dialsObjects = dialsObjects
  }

  /** Throws `ServiceUnreachable`. */
  resolve(target: ServicePort): ResolvedService {
    const configured = this.#configured.get(`${target.namespace}/${target.name}`)
    if (configured !== undefined) return { addresses: [configured], rules: CONFIGURED }
    const addresses = this.#addressesIn(target)
    if (this.#dialsObjects) return { addresses, rules: WRITTEN }
    const why = 'without authorization only services of --service-resolver are connected to'
    throw this.#unreachable(
      target,
      'ServiceAccessError',
      `${titleOf(target)} cannot be checked due to: ${why}`,
    )
  }

  #addressesIn(target: ServicePort): readonly ServiceAddress[] {
    const { namespace, name, port } = target
    const [title, quoted] = [titleOf(target), JSON.stringify(name)]
    const found = this.#find<Service>(serviceKind, target)
    if (found === undefined) {
      const message = `service ${quoted} not found`
      throw this.#unreachable(target, 'ServiceNotFound', `${title} is not present`, message)
    }
    const { type, externalName, ports, clusterIP = '', selector = {} } = found.spec
    if (type === 'ExternalName') return [{ host: externalName ?? '', port }]
    const servicePort = ports?.find((candidate) => candidate.port === port)
    if (servicePort === undefined) {
      const message = `no service port ${port} found for service ${quoted}`
      throw this.#unreachable(
        target,
        'ServicePortError',
        `${title} is not listening on port ${port}`,
        message,
      )
    }
    const message = `no endpoints available for service ${quoted}`
    const slices = this.#slicesOf(namespace, name)
    const endpoints = slices.length > 0 ? undefined : this.#find<Endpoints>(endpointsKind, target)
    if (slices.length === 0 && endpoints === undefined) {
      // Nothing says what is behind it, and no controller will.
      if (isIP(clusterIP) && Object.keys(selector).length === 0) return [{ host: clusterIP, port }]
      throw this.#unreachable(target, 'EndpointsNotFound', `cannot find endpoints for ${title}`, message)
    }
    const portName = servicePort.name ?? ''
    const ready =
      endpoints === undefined
        ? slices.flatMap((slice) => readyInSlice(slice, portName))
        : readyEndpoints(endpoints, portName)
    if (ready.length > 0) return ready
    const missing = `have no addresses with port name ${JSON.stringify(portName)}`
    throw this.#unreachable(target, 'MissingEndpoints', `endpoints for ${title} ${missing}`, message)
  }

  #find<O>(kind: StoredKind, { namespace, name }: ServicePort): O | undefined {
    const found = this.#feed.find(objectKey(kind, namespace, name))
    return found && (JSON.parse(found.json.toString()) as O)
  }

  /** The service must exist: then its name is a value of a label. */
  #slicesOf(namespace: string, service: string): readonly EndpointSlice[] {
    return this.#feed
      .objectsIn(endpointSlice, namespace, parseLabelSelector(`${SERVICE_LABEL}=${service}`))
      .map(({ json }) => JSON.parse(json.toString()) as EndpointSlice)
  }

  #unreachable(
    { namespace, name }: ServicePort,
    reason: string,
    condition: string,
    message = '',
  ): ServiceUnreachable {
    if (this.#dialsObjects) return new ServiceUnreachable(reason, condition, message)
    const service = `${namespace}/${name}`
    const hint = `start the server with authorization, or with --service-resolver ${service}=host:port`
    const unknown = `the service ${JSON.stringify(service)} has no address on this server: ${hint}`
    return new ServiceUnreachable(reason, condition, unknown)
  }
}

const titleOf = ({ namespace, name }: ServicePort) => `service/${name} in ${JSON.stringify(namespace)}`

function readyInSlice({ endpoints, ports }: EndpointSlice, portName: string): readonly ServiceAddress[] {
  const port = ports?.find(({ name }) => (name ?? '') === portName)?.port
  // The numbers in slices are not validated.
  if (port == null || port < 1 || port > MAX_PORT) return []
  return (endpoints ?? [])
    .filter(({ conditions }) => conditions?.ready !== false)
    .flatMap(({ addresses }) => (addresses ?? []).map((host) => ({ host, port })))
}

function readyEndpoints({ subsets }: Endpoints, portName: string): readonly ServiceAddress[] {
  return (subsets ?? []).flatMap(({ addresses, ports }) => {
    const port = ports?.find(({ name }) => (name ?? '') === portName)?.port
    return port === undefined ? [] : (addresses ?? []).map(({ ip: host }) => ({ host, port }))
  })
}
