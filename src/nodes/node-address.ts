import { isIP, isIPv6 } from 'node:net'
import type { Node } from '#kinds/core/node/schema.js'
import type { NodeAddressType } from './config.js'

const HOSTNAME_LABEL = 'kubernetes.io/hostname'
const KUBELET_PORT = 10250
const HOST_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/

/** Where the kubelet of a node listens. */
export interface KubeletAddress {
  readonly host: string
  readonly port: number
}

/** Throws an `Error` for a node without an address of these types. */
export function kubeletAddress(
  { metadata, status }: Pick<Node, 'metadata' | 'status'>,
  preferred: readonly NodeAddressType[],
): KubeletAddress {
  const port = status.daemonEndpoints?.kubeletEndpoint?.Port ?? 0
  return {
    host: hostOf(status.addresses ?? [], metadata.labels ?? {}, preferred),
    port: port > 0 && port <= 65_535 ? port : KUBELET_PORT,
  }
}

function hostOf(
  addresses: readonly { readonly type: string; readonly address: string }[],
  labels: Readonly<Record<string, string>>,
  preferred: readonly NodeAddressType[],
): string {
  for (const wanted of preferred) {
    const found =
      addresses.find(({ type }) => type === wanted)?.address ??
      (wanted === 'Hostname' ? labels[HOSTNAME_LABEL] : undefined)
    if (!found) continue
    if (isIP(found) || HOST_NAME.test(found)) return found
    throw new Error(`the ${wanted} of the node is not the name of a host: ${JSON.stringify(found)}`)
  }
  const known = addresses.map(({ type, address }) => `${type}:${address}`).join(' ')
  throw new Error(`no preferred addresses found; known addresses: [${known}]`)
}

/** A host and a port in a URL. */
export const authorityOf = (host: string, port: number | string) =>
  `${isIPv6(host) ? `[${host}]` : host}:${port}`
