import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { replaceDestroySoon } from './node-internals.js'

/** How long a connection is still read from after its last response. */
const LINGER_MS = 1000

/**
 * Closes a connection whose client may still be sending.
 *
 * A socket that is closed with unread bytes resets the connection, and a reset can overtake the response: the
 * client sees a broken connection and never learns why. So our side ends first, and what still arrives is
 * read and dropped for a moment.
 */
export function closeGently(socket: Duplex): void {
  if (socket.destroyed) return
  const deadline = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(deadline))
  socket.end()
  socket.resume()
}

/**
 * Makes the response under way the last on its connection, of which nothing more is read: what still comes would cost too
 * much. The client has a moment to take its response before the connection is reset.
 */
export function closeUnreadAfterResponse(socket: Duplex): void {
  socket.pause()
  // Node reads on whenever a request is over.
  socket.on('resume', () => socket.pause())
  replaceDestroySoon(socket, () => {
    if (socket.destroyed) return
    const deadline = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(deadline))
    socket.end()
  })
}

/** Makes the response under way the last on its connection, and the end after it a gentle one. */
export function closeGentlyAfterResponse(socket: Duplex): void {
  replaceDestroySoon(socket, () => closeGently(socket))
}

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
