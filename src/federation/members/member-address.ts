import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { ServerAddressByClientCIDR } from '#kinds/federation/cluster/schema.js'
import { AddressRanges, addressBytes } from '#util/net/ip-address.js'
import { CredentialsError } from './kubeconfig.js'

/** The addresses of this machine: those that others can reach, and loopback or link-local ones. */
export interface MachineAddresses {
  readonly external: readonly string[]
  readonly internal: readonly string[]
}

export function machineAddresses(): MachineAddresses {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const textOf = ({ address }: { readonly address: string }) => address
  return {
    external: all.filter(({ internal }) => !internal).map(textOf),
    internal: all.filter(({ internal }) => internal).map(textOf),
  }
}

/**
 * The address of the most specific client CIDR that contains this machine; the first of equal ones. Internal
 * addresses count only if no external one matches. Throws `CredentialsError`.
 */
export function memberAddress(
  addresses: readonly ServerAddressByClientCIDR[],
  { external, internal }: MachineAddresses,
): string {
  const found = closest(addresses, external) ?? closest(addresses, internal)
  if (found === undefined) {
    throw new CredentialsError('no server address is for clients in a network of this server')
  }
  return found
}

function closest(
  addresses: readonly ServerAddressByClientCIDR[],
  own: readonly string[],
): string | undefined {
  let best: { readonly bits: number; readonly address: string } | undefined
  for (const { clientCIDR, serverAddress } of addresses) {
    const [network = '', length = '0'] = clientCIDR.split('/')
    const bits = Number(length)
    if (best !== undefined && bits <= best.bits) continue
    if (clientCIDR === '' || contains(network, bits, own)) best = { bits, address: serverAddress }
  }
  return best?.address
}

function contains(network: string, bits: number, addresses: readonly string[]): boolean {
  const range = new AddressRanges(`${network}/${bits}`)
  const isOfFamily = (address: string) => isIPv4(address) === isIPv4(network)
  return addresses.some((address) => isOfFamily(address) && range.has(addressBytes(withoutZone(address))))
}

const withoutZone = (address: string) => address.split('%', 1)[0] as string
