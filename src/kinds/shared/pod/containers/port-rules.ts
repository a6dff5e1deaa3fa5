import { mustBePortNumber } from '#kinds/shared/network.js'
import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors, StringFormat } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import type { Container, ContainerPort } from './container.js'

const PROTOCOLS = ['TCP', 'UDP']
const CURRENT_PROTOCOLS = ['SCTP', 'TCP', 'UDP']

export function validatePorts(
  ports: readonly ContainerPort[] | undefined,
  { isCurrent, portName }: PodRules,
  errors: FieldErrors,
): void {
  if (ports === undefined) return
  const protocols = isCurrent ? CURRENT_PROTOCOLS : PROTOCOLS
  errors.each('ports', ports, validatePort, { names: new Set<string>(), protocols, portName })
}

interface PortContext {
  /** From the ports before this one. */
  readonly names: Set<string>
  readonly protocols: readonly string[]
  readonly portName: StringFormat
}

function validatePort(
  port: ContainerPort,
  errors: FieldErrors,
  { names, protocols, portName }: PortContext,
): void {
  const { name, containerPort, hostPort, protocol } = port
  if (name !== undefined) validateName(name, names, portName, errors)
  if (containerPort === 0) errors.required('containerPort')
  else mustBePortNumber('containerPort', containerPort, errors)
  mustBePortNumber('hostPort', hostPort, errors)
  mustBeGivenAsOneOf('protocol', protocol, protocols, errors)
}

function validateName(name: string, names: Set<string>, portName: StringFormat, errors: FieldErrors): void {
  const messages = portName(name)
  for (const message of messages) errors.invalid('name', name, message)
  if (messages.length > 0) return
  if (names.has(name)) errors.duplicate('name', name)
  names.add(name)
}

/** A host port can be used once per protocol and address. */
export function mustNotShareHostPorts(
  field: string,
  containers: readonly Container[],
  errors: FieldErrors,
): void {
  let taken: Set<string> | undefined
  for (let index = 0; index < containers.length; index++) {
    const { ports } = containers[index] as Container
    if (ports === undefined) continue
    for (let at = 0; at < ports.length; at++) {
      const claim = hostPortOf(ports[at] as ContainerPort)
      if (claim === undefined) continue
      taken ??= new Set()
      if (taken.has(claim)) errors.duplicate(`${field}[${index}].ports[${at}].hostPort`, claim)
      taken.add(claim)
    }
  }
}

/** The same for one container. */
export function mustNotRepeatHostPorts({ ports = [] }: Container, errors: FieldErrors): void {
  const taken = new Set<string>()
  for (const [index, port] of ports.entries()) {
    const claim = hostPortOf(port)
    if (claim === undefined) continue
    if (taken.has(claim)) errors.duplicate(`ports[${index}].hostPort`, claim)
    taken.add(claim)
  }
}

const hostPortOf = ({ hostPort, hostIP = '', protocol }: ContainerPort) =>
  hostPort === undefined ? undefined : `${protocol}/${hostIP}/${hostPort}`

/** With `hostNetwork`, host port and container port must be equal. Current templates set host ports later. */
export function mustUseHostPorts(
  containers: readonly Container[],
  { isCurrent, arePods }: PodRules,
  errors: FieldErrors,
): void {
  for (const [index, { ports = [] }] of containers.entries()) {
    for (const [at, { containerPort, hostPort = 0 }] of ports.entries()) {
      if (hostPort === containerPort || (isCurrent && !arePods && hostPort === 0)) continue
      if (isCurrent) {
        errors.invalid(
          `containers[${index}].ports[${at}].hostPort`,
          hostPort,
          'must match `containerPort` when `hostNetwork` is true',
        )
        continue
      }
      errors.invalid(
        `containers[${index}].ports[${at}].containerPort`,
        containerPort,
        'must match `hostPort` when `hostNetwork` is true',
      )
    }
  }
}
