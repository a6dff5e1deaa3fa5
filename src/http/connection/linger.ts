import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { replaceDestroySoon } from './node-internals.js'

/** How long a connection is read after its last response. */
const LINGER_MS = 1000

/**
 * Closes a connection whose client may still be sending.
 *
 * Closing a socket with unread bytes resets the connection. The reset can overtake the response, so the client never
 * learns why. So this side ends first, then reads and drops input for a moment.
 */
export function closeGently(socket: Duplex): void {
  if (socket.destroyed) return
  const deadline = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(deadline))
  socket.end()
  socket.resume()
}

/**
 * Closes the connection after the current response without reading more: the rest of the request would cost too much.
 * The client has a moment to read the response before the reset.
 */
export function closeUnreadAfterResponse(socket: Duplex): void {
  socket.pause()
  // Node resumes the socket after every request.
  socket.on('resume', () => socket.pause())
  replaceDestroySoon(socket, () => {
    if (socket.destroyed) return
    const deadline = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(deadline))
    socket.end()
  })
}

/** Closes the connection gently after the current response. */
export function closeGentlyAfterResponse(socket: Duplex): void {
  replaceDestroySoon(socket, () => closeGently(socket))
}

/**
 * Closes a connection if no further request arrives. Without a time to wait, those count that have arrived: data that the
 * kernel has is read in the next turn of the event loop at the latest.
 */
export function closeIfIdle(socket: Duplex, isIdle: () => boolean, waitMs: number): void {
  if (!isIdle()) return
  const close = () => {
    if (isIdle()) closeGently(socket)
  }
  if (waitMs > 0) setTimeout(close, waitMs)
  else setImmediate(() => setImmediate(close))
}

/**
 * Resets a connection at once, which also frees its kernel buffers. `wire` is the socket below TLS, or the same
 * socket without TLS.
 */
export function resetConnection(socket: Socket, wire: Socket): void {
  // While the kernel sends the FIN, node can neither reset nor close the connection.
  const isEnding = socket.writableEnded && socket.writableLength === 0
  if (!isEnding && !wire.destroyed) wire.resetAndDestroy()
  // Do not wait for the event of the wire.
  socket.destroy()
}
