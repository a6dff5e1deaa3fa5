import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How long a connection is still read from after its last answer. */
const LINGER_MS = 1000

/**
 * Closes a connection whose client may still be sending.
 *
 * A socket that is closed with unread bytes resets the connection, and a reset can overtake the answer: the
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

/** What a request came by. A stream of HTTP/2 has no `destroySoon` and needs none: it is closed with its answer. */
type RequestSocket = Duplex & Partial<Pick<Socket, 'destroySoon'>>

/**
 * Makes the answer under way the last on its connection, of which nothing more is read: what still comes would cost too
 * much. The client has a moment to take its answer before the connection is reset.
 */
export function closeUnreadAfterAnswer(socket: RequestSocket): void {
  socket.pause()
  // Node reads on whenever a request is over.
  socket.on('resume', () => socket.pause())
  socket.destroySoon = () => {
    if (socket.destroyed) return
    const deadline = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(deadline))
    socket.end()
  }
}

/** Makes the answer under way the last on its connection, and the end after it a gentle one. */
export function closeGentlyAfterAnswer(socket: RequestSocket): void {
  // This is what node's HTTP server calls once the last answer has left.
  socket.destroySoon = () => closeGently(socket)
}
