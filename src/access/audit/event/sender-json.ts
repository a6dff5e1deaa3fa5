import type { Socket } from 'node:net'
import type { HttpRequest } from '#http/request/exchange.js'
import { quoted } from './quote.js'
import { addressOf, sourceIPs } from './source-ips.js'

const MAX_AGENT_LENGTH = 1024
const CUT = '...TRUNCATED'

interface Sender {
  readonly agent: string | undefined
  readonly json: string
}

/** A connection has the same peer for all its requests, and mostly the same client: they are written once. */
const known = new WeakMap<Socket, Sender>()

/** Where a request has come from and what its client calls itself, as members of an event, with a comma before each. */
export function senderJson({ headers }: HttpRequest, peer: Socket): string {
  const agent = headers['user-agent']
  if (headers['x-forwarded-for'] !== undefined || headers['x-real-ip'] !== undefined) {
    return write(sourceIPs(headers, peer.remoteAddress), agent)
  }
  const sender = known.get(peer)
  if (sender !== undefined && sender.agent === agent) return sender.json
  const json = write([addressOf(peer.remoteAddress)], agent)
  known.set(peer, { agent, json })
  return json
}

function write(addresses: readonly (string | undefined)[], agent: string | undefined): string {
  const given = addresses.filter((address) => address !== undefined)
  const source = given.length === 0 ? '' : `,"sourceIPs":[${given.map(quoted).join(',')}]`
  return agent ? `${source},"userAgent":${quoted(shortened(agent))}` : source
}

const shortened = (agent: string) =>
  agent.length > MAX_AGENT_LENGTH ? agent.slice(0, MAX_AGENT_LENGTH) + CUT : agent
