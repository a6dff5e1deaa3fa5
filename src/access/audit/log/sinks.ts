import { write } from 'node:fs'
import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { AuditEvent } from '#access/audit/event/audit-event.js'
import type { Logger } from '#observe/logger.js'
import type { Sink } from './audit-queue.js'

const STANDARD_OUTPUT = 1
/** When a pipe that is full is tried again, in milliseconds. */
const RETRY_MS = 20

/** Standard output, written asynchronously: a pipe with a slow reader would block the event loop. */
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

/** A stream of the program that embeds the server. The program closes it. */
export function streamSink(stream: Writable): Sink {
  // A failure is reported to the callback of the write.
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

/** A function of the program that embeds the server, which is called for each event. What it throws is logged. */
export function functionSink(take: (event: AuditEvent) => void, logger: Logger): Sink {
  return {
    write: async (bytes) => {
      for (const line of bytes.toString().split('\n')) {
        if (line === '') continue
        try {
          take(JSON.parse(line) as AuditEvent)
        } catch (err) {
          logger.error({ err }, 'the function for audit events failed')
        }
      }
      return bytes.length
    },
    close: async () => undefined,
  }
}
