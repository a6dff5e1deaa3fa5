import type { Server, Socket } from 'node:net'

/**
 * Takes the connections of a server away from those who listen for them. What is returned has these serve a connection after
 * all.
 */
export function takeOver(server: Server, event: 'connection' | 'secureConnection'): (socket: Socket) => void {
  const listeners = server.listeners(event)
  server.removeAllListeners(event)
  return (socket) => {
    for (const listener of listeners) listener.call(server, socket)
  }
}
