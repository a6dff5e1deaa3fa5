import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The answers that wait for an earlier one on the same connection, because their client did not wait for that (HTTP
 * pipelining).
 *
 * When a connection closes, node before version 24 tells only the answer that is being sent. Whatever writes one of the
 * others would wait forever for it to drain or to close.
 */
export class QueuedAnswers {
  readonly #queued = new Map<Socket, Set<ServerResponse>>()

  add(response: ServerResponse): void {
    const { socket } = response.req
    const queued = this.#queued.get(socket)
    if (queued === undefined) this.#queued.set(socket, new Set([response]))
    else queued.add(response)
  }

  /** The answer is over, queued or not. */
  remove(response: ServerResponse): void {
    if (this.#queued.size > 0) this.#queued.get(response.req.socket)?.delete(response)
  }

  /** The connection is closed, and with it every answer that was still to be sent over it. */
  close(socket: Socket): void {
    const queued = this.#queued.get(socket)
    if (queued === undefined) return
    this.#queued.delete(socket)
    // Node's own listeners come first.
    queueMicrotask(() => {
      for (const response of queued) {
        if (response.destroyed) continue
        response.destroy()
        response.emit('close')
      }
    })
  }
}
