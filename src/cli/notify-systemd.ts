import { execFile } from 'node:child_process'

/**
 * Tells systemd the state of the service, if systemd started it. Node has no datagram sockets with a path, so systemd's own
 * program sends the message.
 */
export function notifySystemd(...states: readonly string[]): Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return Promise.resolve()
  return new Promise((resolve) => {
    execFile('systemd-notify', states, (error) => {
      if (error !== null) process.stderr.write(`binnacle: systemd was not notified: ${error.message}\n`)
      resolve()
    })
  })
}
