import { alwaysLeading, type Leadership } from '#controllers/controller.js'
import type { Logger } from '#observe/logger.js'
import type { Storage } from '#storage/contract.js'

/** How often the store is asked whether it takes writes. */
const INTERVAL_MS = 1000

interface LifeLogOptions {
  readonly storage: Storage
  readonly leadership: Leadership
  readonly logger: Logger
}

/** Logs when the server gains or loses the leadership, and when its store stops or starts to take writes. */
export function logLife({ storage, leadership, logger }: LifeLogOptions): () => void {
  // A server that is alone always leads.
  const release =
    leadership === alwaysLeading
      ? () => undefined
      : leadership.whenLeading(
          () => logger.info({}, 'this server leads'),
          () => logger.info({}, 'this server leads no longer'),
        )
  let wasWritable = true
  const timer = setInterval(() => {
    const health = storage.health()
    if (health.writable === wasWritable) return
    wasWritable = health.writable
    if (health.writable) logger.info({}, 'the store takes writes again')
    else logger.error({ reason: health.reason }, 'the store takes no writes')
  }, INTERVAL_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    release()
  }
}
