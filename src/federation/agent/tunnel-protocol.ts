import type { Http2Session } from 'node:http2'

/** The protocol that an agent switches its connection to: HTTP/2, with the agent as the server. */
export const TUNNEL_PROTOCOL = 'binnacle-agent'
/** The header of an agent that connects only if no other is connected. */
export const STANDBY_HEADER = 'Binnacle-Agent-Standby'
/** The debug data of the GOAWAY for an agent that another one replaces. */
export const REPLACED = 'replaced'

/** More than a long distance has under way, so that one stream can use a whole line. */
export const STREAM_WINDOW = 1024 * 1024
export const SESSION_WINDOW = 16 * 1024 * 1024

const PING_MS = 10_000

/** Pings the other side, and destroys the session if it does not respond before the next ping. */
export function keepAlive(session: Http2Session, intervalMs = PING_MS): void {
  let isPending = false
  const timer = setInterval(() => {
    if (isPending) session.destroy()
    else if (!session.destroyed) {
      isPending = true
      session.ping(() => {
        isPending = false
      })
    }
  }, intervalMs).unref()
  session.once('close', () => clearInterval(timer))
}
