import type { Writable } from 'node:stream'

/**
 * Resolves when the client has taken what was written, or is gone; undefined when nothing waits for it. A client that
 * keeps pace has taken it before this turn of the event loop ends. The caller yields to the event loop all the same.
 */
export function drained(response: Writable): Promise<void> | undefined {
  if (!response.writableNeedDrain || response.destroyed) return undefined
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      setImmediate(resolve)
    }
    response.on('drain', done)
    response.on('close', done)
  })
}
