import { coreV1 } from '#kinds/groups.js'
import { invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ResourceName } from '#meta/resource.js'
import type { WriteContext } from '#registry/strategy.js'
import { addressObjectKey } from './address-objects.js'
import { validateAddresses } from './address-rules.js'
import { alignAddresses, dropTypeDependentFields, keepAllocated } from './inheritance.js'
import { setIPFamilyDefaults } from './ip-families.js'
import type { ServiceNetwork } from './network.js'
import {
  type AddressRange,
  addressAt,
  canonicalAddress,
  chooseFree,
  hasAddress,
  type IPFamily,
  isWithin,
  type NumberRange,
} from './ranges.js'
import { readyRanges } from './ready-ranges.js'
import type { Service, ServiceSpec } from './schema.js'
import {
  HEADLESS,
  needsAddress,
  needsHealthCheckPort,
  needsNodePorts,
  takesNodePorts,
} from './service-types.js'

const SERVICES: ResourceName = { ...coreV1, kind: 'Service', plural: 'services' }
const ALREADY_TAKEN = 'is already allocated'
const NOT_READY = 'allocator not ready'

/** Addresses may be written with leading zeros. */
const addressName = (address: string) => `service-addresses/${canonicalAddress(address)}`
const portName = (port: number) => `node-ports/${port}`

/** What a service reserves: its cluster addresses and node ports. */
export function serviceAllocations({ spec }: Readonly<Service>): readonly string[] {
  const { clusterIPs = [], ports = [], healthCheckNodePort } = spec
  const names = new Set<string>()
  if (needsAddress(spec)) {
    for (const address of clusterIPs) if (address !== HEADLESS) names.add(addressName(address))
  }
  if (takesNodePorts(spec)) {
    for (const { nodePort } of ports) if (nodePort) names.add(portName(nodePort))
    if (healthCheckNodePort) names.add(portName(healthCheckNodePort))
  }
  return [...names]
}

export function prepareNewService(service: Service, context: WriteContext, network: ServiceNetwork): void {
  alignAddresses(service, undefined)
  new Allocator(service, undefined, context, network).run()
}

export function prepareChangedService(
  service: Service,
  current: Readonly<Service>,
  context: WriteContext,
  network: ServiceNetwork,
): void {
  keepAllocated(service, current)
  alignAddresses(service, current)
  dropTypeDependentFields(service, current)
  new Allocator(service, current, context, network).run()
}

/** Allocates the missing addresses and node ports. Throws the error for the client. */
class Allocator {
  readonly #service: Service
  readonly #spec: ServiceSpec
  readonly #current: Readonly<Service> | undefined
  /** Reserved before, or allocated here. */
  readonly #held: Set<string>
  readonly #context: WriteContext
  readonly #network: ServiceNetwork
  /** The largest port that this write takes. */
  #lastPort = 0

  constructor(
    service: Service,
    current: Readonly<Service> | undefined,
    context: WriteContext,
    network: ServiceNetwork,
  ) {
    this.#service = service
    this.#spec = service.spec
    this.#current = current
    this.#held = new Set(current && serviceAllocations(current))
    this.#context = context
    this.#network = network
  }

  run(): void {
    const spec = this.#spec
    if (spec.type !== 'ExternalName') {
      this.#expect((errors) => errors.field('spec', spec, validateAddresses))
      const [first, ...others] = this.#network.ranges
      const families = [first.family, ...others.map(({ family }) => family)] as const
      this.#expect((errors) => setIPFamilyDefaults(spec, families, errors, this.#current?.spec))
      if (needsAddress(spec)) this.#allocateAddresses()
    }
    if (takesNodePorts(spec)) this.#allocateNodePorts()
    const hadPort = this.#current !== undefined && needsHealthCheckPort(this.#current.spec)
    if (needsHealthCheckPort(spec) && !hadPort) this.#allocateHealthCheckPort()
  }

  /** One address of each family. Those of the current service are immutable; the rules reject a change. */
  #allocateAddresses(): void {
    const { clusterIPs = [], ipFamilies = [] } = this.#spec
    const current = this.#current?.spec
    const held = current !== undefined && needsAddress(current) ? (current.clusterIPs ?? []) : []
    if (clusterIPs[0] === HEADLESS || held[0] === HEADLESS) return
    const allocated = [...clusterIPs]
    for (const [index, family] of ipFamilies.entries()) {
      const address = clusterIPs[index] || undefined
      if (held[index] !== undefined) continue
      if (!this.#network.ranges.some((range) => range.family === family)) continue
      allocated[index] = this.#takeAddress(
        readyRanges(family as IPFamily, this.#network, this.#context.allocations),
        address,
      )
    }
    if (allocated.length === 0) return
    this.#spec.clusterIPs = allocated
    this.#spec.clusterIP = allocated[0]
  }

  /** Returns the wanted address, or one that is free. */
  #takeAddress(ranges: readonly AddressRange[], wanted: string | undefined): string {
    const { clusterIPs = [], ipFamilies = [] } = this.#spec
    const given = ipFamilies.map((_, index) => clusterIPs[index] ?? '')
    if (wanted !== undefined) {
      const error = this.#addressError(ranges, wanted)
      if (error === undefined) return wanted
      return this.#reject('spec.clusterIPs', given, `failed to allocate IP ${wanted}: ${error}`)
    }
    const [first] = ranges
    // That of the network, which no service has.
    if (this.#context.dryRun && first !== undefined) return addressAt(first, 0)
    for (const range of ranges) {
      const isTaken = (offset: number) => !this.#isFreeAddress(addressAt(range, offset))
      const offset = chooseFree(range.offsets, this.#random, isTaken)
      if (offset !== undefined) return addressAt(range, offset)
    }
    const cause = this.#context.dryRun ? NOT_READY : 'range is full'
    return this.#reject('spec.clusterIPs', clusterIPs, `failed to allocate a serviceIP: ${cause}`)
  }

  #addressError(ranges: readonly AddressRange[], address: string): string | undefined {
    const { dryRun } = this.#context
    const [first] = ranges
    if (!ranges.some((range) => hasAddress(range, address))) {
      if (!dryRun) return 'the provided network does not match the current range'
      return first === undefined
        ? NOT_READY
        : `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${first.text}`
    }
    if (dryRun) return undefined
    return this.#isFreeAddress(address) ? undefined : `provided IP ${ALREADY_TAKEN}`
  }

  /** Ports of a new service with the same number and different protocols share a node port. */
  #allocateNodePorts(): void {
    const { ports = [] } = this.#spec
    const isNew = this.#current === undefined
    const requested = new Map<number, number>()
    for (const { port, nodePort } of ports)
      if (nodePort && !requested.has(port)) requested.set(port, nodePort)
    const taken = new Map<number, number>()
    for (const [index, port] of ports.entries()) {
      if (!port.nodePort && !needsNodePorts(this.#spec)) continue
      const shared = isNew ? taken.get(port.port) : undefined
      if (shared !== undefined && (port.nodePort ?? shared) === shared) {
        port.nodePort = shared
        continue
      }
      const wanted = isNew && shared === undefined ? requested.get(port.port) : port.nodePort
      port.nodePort = this.#takePort(`spec.ports[${index}].nodePort`, wanted)
      if (shared === undefined) taken.set(port.port, port.nodePort)
    }
  }

  #allocateHealthCheckPort(): void {
    const { healthCheckNodePort } = this.#spec
    this.#spec.healthCheckNodePort = this.#takePort('spec.healthCheckNodePort', healthCheckNodePort)
  }

  /** Returns the wanted port, or one that is free. */
  #takePort(field: string, wanted: number | undefined): number {
    const { nodePorts } = this.#network
    if (this.#context.dryRun && !wanted) return this.#nextDryRunPort()
    const port = wanted || chooseFree(nodePorts, this.#random, (port) => !this.#isFree(portName(port)))
    if (port === undefined) return this.#reject(field, 0, 'failed to allocate a nodePort: range is full')
    const name = portName(port)
    if (this.#current === undefined || !this.#held.has(name)) {
      if (!isWithin(nodePorts, port) && !this.#context.dryRun) this.#reject(field, port, outside(nodePorts))
      if (!this.#isFree(name)) this.#reject(field, port, `provided port ${ALREADY_TAKEN}`)
    }
    this.#held.add(name)
    this.#lastPort = Math.max(this.#lastPort, port)
    return port
  }

  /** A port beyond the range: a dry run reserves none. */
  #nextDryRunPort(): number {
    this.#lastPort = (this.#lastPort || this.#network.nodePorts.last + 1) + 1
    return this.#lastPort
  }

  readonly #random = (limit: number): number => {
    const { namespace, name } = this.#service.metadata
    return this.#context.random.int(limit, `core/services/${namespace}/${name}`)
  }

  #isFree(name: string): boolean {
    return !this.#held.has(name) && !this.#context.allocations.isTaken(name)
  }

  #isFreeAddress(address: string): boolean {
    return (
      this.#isFree(addressName(address)) && !this.#context.allocations.isStored(addressObjectKey(address))
    )
  }

  #reject(field: string, value: unknown, message: string): never {
    const errors = new FieldErrors()
    errors.invalid(field, value, message)
    throw invalid(SERVICES, this.#service.metadata.name ?? '', errors.all)
  }

  #expect(validate: (errors: FieldErrors) => void): void {
    const errors = new FieldErrors()
    validate(errors)
    if (errors.all.length > 0) throw invalid(SERVICES, this.#service.metadata.name ?? '', errors.all)
  }
}

const outside = ({ first, last }: NumberRange) =>
  `provided port is not in the valid range. The range of valid ports is ${first}-${last}`
