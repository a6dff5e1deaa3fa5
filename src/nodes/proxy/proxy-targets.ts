import { isIP } from 'node:net'
import type { Pod } from '#kinds/core/pod/schema.js'
import { badRequest } from '#meta/api-error.js'
import type { Target } from '#nodes/kubelets.js'
import { authorityOf } from '#nodes/node-address.js'
import { RemoteAddressRules } from '#util/net/address-rules.js'
import { type ProxiedName, portNumber } from './split-name.js'

const RULES = new RemoteAddressRules()

/** A server at an address that clients of the cluster set: without credentials, and with any certificate. */
export function untrustedTarget(
  scheme: ProxiedName['scheme'],
  host: string,
  port: number | undefined,
): Target {
  if (isIP(host)) {
    try {
      RULES.expectAllowed(host)
    } catch {
      throw badRequest('address not allowed')
    }
  }
  const protocol = scheme || 'http'
  const access = {
    server: `${protocol}://${authorityOf(host, port ?? (protocol === 'https' ? 443 : 80))}`,
    ca: undefined,
    token: undefined,
    certificate: undefined,
    key: undefined,
    serverName: undefined,
    skipsVerification: true,
  }
  return { access, rules: RULES }
}

/** The port of a request; undefined if it names none. Throws `badRequest`. */
export function askedPort(port: string, kind: string, id: string): number | undefined {
  if (port === '') return undefined
  const number = portNumber(port)
  if (number === undefined) throw badRequest(`invalid ${kind} request ${JSON.stringify(id)}`)
  return number
}

export function podTarget({ spec, status }: Pod, { scheme, port }: ProxiedName, id: string): Target {
  const declared = spec.containers?.find(({ ports }) => (ports ?? []).length > 0)?.ports?.[0]?.containerPort
  const address = status.podIPs?.[0]?.ip || status.podIP || ''
  if (!isIP(address)) throw badRequest('address not allowed')
  return untrustedTarget(scheme, address, askedPort(port, 'pod', id) ?? declared)
}
