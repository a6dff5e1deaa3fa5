import type { Pod } from '#kinds/core/pod/schema.js'

/** A port of the node that a container asks for. */
export interface HostPort {
  readonly port: number
  readonly protocol: string
  readonly address: string
}

const ANY = '0.0.0.0'

export const hostPortsOf = ({ containers }: Pick<Pod['spec'], 'containers'>): readonly HostPort[] =>
  (containers ?? []).flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, hostIP, protocol = 'TCP' }) =>
      hostPort ? [{ port: hostPort, protocol, address: hostIP || ANY }] : [],
    ),
  )

export const collide = (one: HostPort, other: HostPort) =>
  one.port === other.port &&
  one.protocol === other.protocol &&
  (one.address === other.address || one.address === ANY || other.address === ANY)
