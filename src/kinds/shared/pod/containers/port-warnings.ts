import type { ContainerPort } from './container.js'
import type { PlacedContainer } from './containers-of.js'

interface PlacedPort {
  readonly port: ContainerPort
  readonly path: string
}

/** The maximum number of equal ports that a port is compared with, because a pod may have very many. */
const MAX_COMPARISONS = 10

/** Warnings about conflicting ports of containers, which share one network. */
export function portWarnings(containers: readonly PlacedContainer[]): string[] {
  const byNumber = new Map<string, PlacedPort[]>()
  const byName = new Map<string, string>()
  return containers.flatMap(({ container, path: at }) =>
    (container.ports ?? []).flatMap((port, index) => {
      const path = `${at}.ports[${index}]`
      const number = `${port.containerPort}/${port.protocol}`
      const others = byNumber.get(number) ?? []
      const warnings = [
        ...addressWarnings(port, path),
        ...others.flatMap((other) => overlapWarnings(port, path, other)),
        ...nameWarnings(port.name, path, byName),
      ]
      if (others.length < MAX_COMPARISONS) byNumber.set(number, [...others, { port, path }])
      return warnings
    }),
  )
}

function addressWarnings(
  { name = '', hostPort, containerPort, protocol, hostIP }: ContainerPort,
  path: string,
) {
  if (!hostIP || hostPort) return []
  const port = `{Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`
  return [`${path}: hostIP set without hostPort: ${port}`]
}

function overlapWarnings(
  port: ContainerPort,
  path: string,
  { port: other, path: before }: PlacedPort,
): string[] {
  const [hostPort, otherPort] = [port.hostPort ?? 0, other.hostPort ?? 0]
  const [hostIP, otherIP] = [port.hostIP ?? '', other.hostIP ?? '']
  if (hostIP === otherIP && hostPort === otherPort) {
    return [`${path}: duplicate port definition with ${before}`]
  }
  if (hostPort === 0 || otherPort === 0) return [`${path}: overlapping port definition with ${before}`]
  if (hostPort !== otherPort || (hostIP === '') === (otherIP === '')) return []
  return [`${path}: dangerously ambiguous port definition with ${before}`]
}

function nameWarnings(name: string | undefined, path: string, byName: Map<string, string>): string[] {
  if (name === undefined) return []
  const before = byName.get(name)
  if (before === undefined) {
    byName.set(name, path)
    return []
  }
  const use = `services and probes that select ports by name will use ${before}`
  return [`${path}: duplicate port name ${JSON.stringify(name)} with ${before}, ${use}`]
}
