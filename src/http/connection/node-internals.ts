import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex, Writable } from 'node:stream'

/** All uses of undocumented Node properties. `node-internals.test.ts` fails if a Node release lacks or changes one. */

/** Bytes written to a socket below TLS that the kernel has not accepted yet. Only the handle (`_handle`) knows. */
export function kernelQueueBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}

/** Disables `_writev`, which would join queued writes. */
export function writeSingly(stream: Writable): void {
  Object.assign(stream, { _writev: undefined })
}

/** Node's HTTP server calls `destroySoon` after the last response of a connection. An HTTP/2 stream has none. */
type ClosableSocket = Duplex & Partial<Pick<Socket, 'destroySoon'>>

/** Replaces the way Node closes a connection after its last response. */
export function replaceDestroySoon(socket: ClosableSocket, close: () => void): void {
  socket.destroySoon = close
}

/** A half-closed client still gets its response (`httpAllowHalfOpen`). */
export function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true })
}

/**
 * Takes over the connections of a server from Node's own event listener. The returned function hands a connection
 * back.
 */
export function takeOver(server: Server, event: 'connection' | 'secureConnection'): (socket: Socket) => void {
  const listeners = server.listeners(event)
  server.removeAllListeners(event)
  return (socket) => {
    for (const listener of listeners) listener.call(server, socket)
  }
}
