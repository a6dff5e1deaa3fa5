import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex, Writable } from 'node:stream'

/**
 * All uses of members that Node does not document. `node-internals.test.ts` tells which release of Node lacks one of them, or
 * gives it another meaning.
 */

/** What the kernel has not taken yet of what was written to a socket below TLS. Only the handle (`_handle`) knows. */
export function kernelQueueBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}

/** Makes every write to a stream a write of its own. Node would join all that waits, with `_writev`. */
export function writeSingly(stream: Writable): void {
  Object.assign(stream, { _writev: undefined })
}

/** Node's HTTP server calls `destroySoon` once the last response of a connection has left. A stream of HTTP/2 has none. */
type ClosableSocket = Duplex & Partial<Pick<Socket, 'destroySoon'>>

/** Has something else done when Node would close a connection after its last response. */
export function replaceDestroySoon(socket: ClosableSocket, close: () => void): void {
  socket.destroySoon = close
}

/** A client that has ended its side after the request still gets its response (`httpAllowHalfOpen`). */
export function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true })
}

/**
 * Takes the connections of a server away from Node, which listens for them by an event like everybody else. The function that is
 * returned gives a connection back.
 */
export function takeOver(server: Server, event: 'connection' | 'secureConnection'): (socket: Socket) => void {
  const listeners = server.listeners(event)
  server.removeAllListeners(event)
  return (socket) => {
    for (const listener of listeners) listener.call(server, socket)
  }
}
