import type { Socket } from 'node:net'

/**
 * Ends a connection at once, with a reset and not an end: what is in the kernel for its client is freed too. `wire` is
 * the socket below that of TLS, or the same where there is no TLS.
 */
export function resetConnection(socket: Socket, wire: Socket): void {
  // While the kernel is about to send the end of a connection node cannot reset it, and would never close it.
  const isEnding = socket.writableEnded && socket.writableLength === 0
  if (!isEnding && !wire.destroyed) wire.resetAndDestroy()
  // TLS does not wait to hear of it from the wire.
  socket.destroy()
}
