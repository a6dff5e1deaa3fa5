import { write } from 'node:fs'
import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { AuditEvent } from '#access/audit/event/audit-event.js'
import type { Logger } from '#observe/logger.js'
import type { Sink } from './audit-queue.js'

const STANDARD_OUTPUT = 1
/** The delay before a full pipe is retried, in milliseconds. */
const RETRY_MS = 20

/** Writes to standard output asynchronously: a pipe with a slow reader would block the event loop. */
export function standardOutput(descriptor = STANDARD_OUTPUT): Sink {
  const attempt = (bytes: Buffer) =>
    new Promise<number>((resolve, reject) => {
      write(descriptor, bytes, (error, written) => {
        if (error === null) resolve(written)
        else if (error.code === 'EAGAIN') resolve(0)
        else reject(error)
      })
    })
  return {
    write: async (bytes) => {
      const written = await attempt(bytes)
      if (written === 0) await delay(RETRY_MS)
      return written
    },
    close: async () => undefined,
  }
}

/** Writes to a stream of the embedding program. The program closes it. */
export function streamSink(stream: Writable): Sink {
  // The callback of the write reports errors.
  const ignore = () => undefined
  stream.on('error', ignore)
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(error) : resolve(bytes.length)))
      }),
    close: async () => {
      stream.off('error', ignore)
    },
  }
}

/** Calls a function of the embedding program for each event. Its errors are logged. */
export function functionSink(take: (event: AuditEvent) => void, logger: Logger): Sink {
  return {
    write: async (bytes) => {
      for (const line of bytes.toString().split('\n')) {
        if (line === '') continue
        try {
          take(JSON.parse(line) as AuditEvent)
        } catch (err) {
          logger.error({ err }, 'the audit sink function failed')
        }
      }
      return bytes.length
    },
    close: async () => undefined,
  }
}
