import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/**
 * Through which addresses a request says to have come, then the peer itself, which alone is certain: `X-Forwarded-For`,
 * `X-Real-Ip` unless it is among them, and the peer unless it is the last of them.
 */
export function sourceIPs(
  headers: IncomingHttpHeaders,
  remoteAddress: string | undefined,
): readonly (string | undefined)[] {
  const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').map(addressOf)
  const chain = forwarded.filter((address) => address !== undefined)
  const front = addressOf([headers['x-real-ip'] ?? ''].flat()[0])
  if (front !== undefined && !chain.includes(front)) chain.push(front)
  const peer = addressOf(remoteAddress)
  return peer === chain.at(-1) ? chain : [...chain, peer]
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An address in its usual form; undefined for what is none. */
export function addressOf(text: string | undefined): string | undefined {
  const address = text?.trim().replace(/%.*$/, '') ?? ''
  const version = isIP(address)
  if (version === 4) return address
  if (version === 0) return undefined
  return MAPPED.exec(address)?.[1] ?? new URL(`http://[${address}]`).hostname.slice(1, -1)
}
