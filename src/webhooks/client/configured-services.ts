import { isIPv6 } from 'node:net'
import { dns1035Label, dns1123Label } from '#meta/formats.js'

/** Where to connect to a service. */
export interface ServiceAddress {
  readonly host: string
  readonly port: number
}

/** By `namespace/name` of the service. */
export type ConfiguredServices = Readonly<Record<string, string>>

const SERVICE = /^([^/]+)\/([^/]+)$/
const ADDRESS = /^(?:\[([^\]]+)\]|([^:[\]/\s]+)):([0-9]{1,5})$/

export function isServiceName(text: string): boolean {
  const [, namespace = '', name = ''] = SERVICE.exec(text) ?? []
  return dns1123Label(namespace).length === 0 && dns1035Label(name).length === 0
}

/** Parses `127.0.0.1:8443` or `[::1]:8443`; undefined if it is invalid. */
export function readServiceAddress(text: string): ServiceAddress | undefined {
  const [, six, other, digits = ''] = ADDRESS.exec(text) ?? []
  const port = Number(digits)
  const host = six ?? other
  if (host === undefined || port < 1 || port > 65_535 || (six !== undefined && !isIPv6(six))) return undefined
  return { host, port }
}

/** Returns why the map is invalid, or undefined. */
export function servicesError(services: ConfiguredServices): string | undefined {
  for (const [service, address] of Object.entries(services)) {
    if (!isServiceName(service)) return `${JSON.stringify(service)} is not namespace/name of a service`
    if (readServiceAddress(address) === undefined) {
      return `${JSON.stringify(address)} is not host:port of the service ${service}`
    }
  }
  return undefined
}

/** The addresses by `namespace/name`. The map must be valid. */
export function configuredAddresses(services: ConfiguredServices): ReadonlyMap<string, ServiceAddress> {
  return new Map(
    Object.entries(services).map(([name, text]) => [name, readServiceAddress(text) as ServiceAddress]),
  )
}
