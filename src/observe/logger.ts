/** Levels of the log, from the most talkative to none at all. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What the server needs of a logger. Fields are for programs, the message is for people. */
export interface Logger {
  trace(fields: object, message: string): void
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const nothing = () => undefined

export const silentLogger: Logger = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
}

/**
 * What may wait to be written when the log is not read. What does not fit is dropped: a log must not stop the server.
 */
const LOG_QUEUE_BYTES = 1024 * 1024

/** A logger that writes lines of JSON to standard error. Its package is loaded only when there is a level to log. */
export async function createLogger(level: LogLevel): Promise<Logger> {
  if (level === 'silent') return silentLogger
  const { destination, pino, stdTimeFunctions } = await import('pino')
  const logger: Logger = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Not synchronous, because a full pipe would stop the event loop. What waits is written at exit.
    destination({ dest: 2, sync: false, maxLength: LOG_QUEUE_BYTES }),
  )
  return logger
}
