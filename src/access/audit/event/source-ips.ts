import type { IncomingHttpHeaders } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { quotedList } from './quote.js'

/** The peers of connections as JSON: they stay the same as long as the connection. */
const known = new WeakMap<Socket, string>()

/**
 * Where a request has come from, as JSON: through which addresses it says to have come, then the peer itself. Only the last
 * one is certain. Empty when nothing is known.
 */
export function sourceIPs(headers: IncomingHttpHeaders, peer: Socket): string {
  const forwarded = headers['x-forwarded-for']
  const real = headers['x-real-ip']
  if (forwarded === undefined && real === undefined) {
    let text = known.get(peer)
    if (text === undefined) {
      text = listOf([addressOf(peer.remoteAddress)])
      known.set(peer, text)
    }
    return text
  }
  const addresses = [forwarded ?? ''].flat().join(',').split(',').map(addressOf)
  const chain = addresses.filter((address) => address !== undefined)
  const front = addressOf([real ?? ''].flat()[0])
  if (front !== undefined && !chain.includes(front)) chain.push(front)
  const last = addressOf(peer.remoteAddress)
  return listOf(last === chain.at(-1) ? chain : [...chain, last])
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An address in its usual form; undefined for what is none. */
function addressOf(text: string | undefined): string | undefined {
  const address = text?.trim().replace(/%.*$/, '') ?? ''
  const version = isIP(address)
  if (version === 4) return address
  if (version === 0) return undefined
  return MAPPED.exec(address)?.[1] ?? new URL(`http://[${address}]`).hostname.slice(1, -1)
}

function listOf(addresses: readonly (string | undefined)[]): string {
  const given = addresses.filter((address) => address !== undefined)
  return given.length === 0 ? '' : quotedList(given)
}
