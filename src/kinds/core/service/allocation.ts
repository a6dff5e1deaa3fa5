import { coreV1 } from '#kinds/groups.js'
import { invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ResourceName } from '#meta/resource.js'
import type { WriteContext } from '#registry/strategy.js'
import { validateAddresses } from './address-rules.js'
import { alignAddresses, dropTypeDependentFields, keepAllocated } from './inheritance.js'
import { setIPFamilyDefaults } from './ip-families.js'
import {
  ADDRESS_RANGE_TEXT,
  ADDRESSES,
  addressNumber,
  addressText,
  chooseFree,
  isWithin,
  NODE_PORTS,
  type NumberRange,
} from './ranges.js'
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

const addressName = (address: string) => `service-addresses/${address}`
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

export function prepareNewService(service: Service, context: WriteContext): void {
  alignAddresses(service, undefined)
  new Allocator(service, undefined, context).run()
}

export function prepareChangedService(
  service: Service,
  current: Readonly<Service>,
  context: WriteContext,
): void {
  keepAllocated(service, current)
  alignAddresses(service, current)
  dropTypeDependentFields(service, current)
  new Allocator(service, current, context).run()
}

/** Allocates the missing addresses and node ports. Throws the error for the client. */
class Allocator {
  readonly #service: Service
  readonly #spec: ServiceSpec
  readonly #current: Readonly<Service> | undefined
  /** Reserved before, or allocated here. */
  readonly #held: Set<string>
  readonly #context: WriteContext

  constructor(service: Service, current: Readonly<Service> | undefined, context: WriteContext) {
    this.#service = service
    this.#spec = service.spec
    this.#current = current
    this.#held = new Set(current && serviceAllocations(current))
    this.#context = context
  }

  run(): void {
    const spec = this.#spec
    if (spec.type !== 'ExternalName') {
      this.#expect((errors) => errors.field('spec', spec, validateAddresses))
      this.#expect((errors) => setIPFamilyDefaults(spec, errors))
      if (needsAddress(spec)) this.#allocateAddress()
    }
    if (takesNodePorts(spec)) this.#allocateNodePorts()
    if (needsHealthCheckPort(spec)) this.#allocateHealthCheckPort()
  }

  #allocateAddress(): void {
    const spec = this.#spec
    const { clusterIPs = [] } = spec
    if (clusterIPs.length === 0) {
      const number = chooseFree(
        ADDRESSES,
        this.#random,
        (number) => !this.#isFree(addressName(addressText(number))),
      )
      if (number === undefined)
        this.#reject('spec.clusterIPs', clusterIPs, 'failed to allocate a serviceIP: range is full')
      else spec.clusterIPs = [addressText(number)]
      spec.clusterIP = spec.clusterIPs?.[0]
      return
    }
    // The address is immutable; the rules reject a change.
    if (this.#current !== undefined && needsAddress(this.#current.spec)) return
    for (const address of clusterIPs) {
      if (address === HEADLESS) continue
      const message = this.#addressError(address)
      if (message === undefined) continue
      this.#reject('spec.clusterIPs', clusterIPs, `failed to allocate IP ${address}: ${message}`)
    }
  }

  #addressError(address: string): string | undefined {
    if (!isWithin(ADDRESSES, addressNumber(address))) {
      return `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${ADDRESS_RANGE_TEXT}`
    }
    return this.#isFree(addressName(address)) ? undefined : `provided IP ${ALREADY_TAKEN}`
  }

  /** Ports with the same number and different protocols share a node port. */
  #allocateNodePorts(): void {
    const { ports = [] } = this.#spec
    const byNumber = new Map<number, number>()
    for (const { port, nodePort } of ports) if (nodePort && !byNumber.has(port)) byNumber.set(port, nodePort)
    for (const [index, port] of ports.entries()) {
      if (!port.nodePort && !needsNodePorts(this.#spec)) continue
      port.nodePort ||= byNumber.get(port.port)
      port.nodePort = this.#takePort(`spec.ports[${index}].nodePort`, port.nodePort)
      if (!byNumber.has(port.port)) byNumber.set(port.port, port.nodePort)
    }
  }

  #allocateHealthCheckPort(): void {
    const { healthCheckNodePort } = this.#spec
    this.#spec.healthCheckNodePort = this.#takePort('spec.healthCheckNodePort', healthCheckNodePort)
  }

  /** Returns the wanted port, or one that is free. */
  #takePort(field: string, wanted: number | undefined): number {
    const port = wanted || chooseFree(NODE_PORTS, this.#random, (port) => !this.#isFree(portName(port)))
    if (port === undefined) return this.#reject(field, 0, 'failed to allocate a nodePort: range is full')
    const name = portName(port)
    if (!this.#held.has(name)) {
      if (!isWithin(NODE_PORTS, port)) this.#reject(field, port, outside(NODE_PORTS))
      if (!this.#isFree(name)) this.#reject(field, port, `provided port ${ALREADY_TAKEN}`)
    }
    this.#held.add(name)
    return port
  }

  readonly #random = (limit: number): number => {
    const { namespace, name } = this.#service.metadata
    return this.#context.random.int(limit, `core/services/${namespace}/${name}`)
  }

  #isFree(name: string): boolean {
    return !this.#held.has(name) && !this.#context.allocations.isTaken(name)
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
