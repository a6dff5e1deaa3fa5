import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Upstream } from '#proxy/upstream.js'

/** A connection that another server has switched to another protocol. */
export interface Upgraded {
  readonly socket: Duplex
  readonly response: IncomingMessage
}

export interface UpgradeTarget {
  readonly upstream: Upstream
  readonly path: string
  /** Alternating names and values, without those of the connection. */
  readonly headers: readonly string[]
  readonly signal: AbortSignal
  /** How long the connection may take. */
  readonly connectMs: number
  /** The error for another response. */
  readonly refused: (response: IncomingMessage) => Promise<Error>
  /** The error if the server cannot be reached. */
  readonly failed: (error: Error) => Error
}

/** Switches a connection to SPDY/3.1. */
export function openSpdyUpgrade(target: UpgradeTarget): Promise<Upgraded> {
  const { upstream, path, headers, signal, connectMs, refused, failed } = target
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(failed(error))
    const sent = upstream.request({
      method: 'POST',
      path,
      headers: [...headers, 'Connection', 'Upgrade', 'Upgrade', 'SPDY/3.1', 'Content-Length', '0'],
      signal,
    })
    sent.on('socket', (socket) => {
      const timer = setTimeout(() => sent.destroy(new Error('no connection in time')), connectMs)
      const stop = () => clearTimeout(timer)
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', stop).once('close', stop)
    })
    sent.on('upgrade', (response, socket, head) => {
      socket.on('error', () => undefined)
      if (head.length > 0) socket.unshift(head)
      // A signal ends only requests that are still open.
      const close = () => socket.destroy()
      for (const end of [signal, upstream.closed]) {
        end.addEventListener('abort', close)
        socket.once('close', () => end.removeEventListener('abort', close))
        if (end.aborted) close()
      }
      if (/^spdy\/3\.1$/i.test(response.headers.upgrade ?? '')) resolve({ socket, response })
      else {
        socket.destroy()
        fail(new Error(`the node switched to ${JSON.stringify(response.headers.upgrade ?? '')}`))
      }
    })
    const onClose = () => fail(new Error('no response'))
    sent.on('response', (response) => {
      sent.off('close', onClose)
      refused(response).then(reject, fail)
    })
    sent.on('error', fail)
    sent.on('close', onClose)
    sent.end()
  })
}
