import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const MAX_AGENT_LENGTH = 1024
const CUT = '...TRUNCATED'

/**
 * The client addresses: `X-Forwarded-For`, then `X-Real-Ip` and the peer, without repetition. Only the peer is
 * certain. Undefined if there are none.
 */
export function sourceIPs(
  headers: IncomingHttpHeaders,
  remoteAddress: string | undefined,
): readonly string[] | undefined {
  const chain: string[] = []
  if (headers['x-forwarded-for'] !== undefined) chain.push(...forwarded(headers['x-forwarded-for']))
  if (headers['x-real-ip'] !== undefined) {
    const front = addressOf([headers['x-real-ip']].flat()[0])
    if (front !== undefined && !chain.includes(front)) chain.push(front)
  }
  const peer = addressOf(remoteAddress)
  if (peer !== undefined && peer !== chain.at(-1)) chain.push(peer)
  return chain.length === 0 ? undefined : chain
}

function forwarded(header: string | string[]): readonly string[] {
  const addresses = [header].flat().join(',').split(',').map(addressOf)
  return addresses.filter((address) => address !== undefined)
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** A normalized address; undefined if it is invalid. */
function addressOf(text: string | undefined): string | undefined {
  const address = text?.trim().replace(/%.*$/, '') ?? ''
  const version = isIP(address)
  if (version === 4) return address
  if (version === 0) return undefined
  return MAPPED.exec(address)?.[1] ?? new URL(`http://[${address}]`).hostname.slice(1, -1)
}

/** Undefined without the header. */
export function userAgentOf({ 'user-agent': agent }: IncomingHttpHeaders): string | undefined {
  if (!agent) return undefined
  return agent.length > MAX_AGENT_LENGTH ? agent.slice(0, MAX_AGENT_LENGTH) + CUT : agent
}
