import { LogLines, STANDARD_ERROR } from './log-lines.js'

/** Levels of the log, from the most talkative to none at all. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * What the server needs of a logger. Fields are for programs, the message is for people. Loggers of pino have these methods,
 * and so has the console.
 */
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

/** Made when there is something to log, for all loggers of the process. */
let lines: LogLines | undefined

/** A logger that passes on what is of the level or above: to `target` or, as lines of JSON, to standard error. */
export function createLogger(level: LogLevel, target?: Logger): Logger {
  if (level === 'silent') return silentLogger
  const levels = Object.entries(target === undefined ? standardError() : boundTo(target))
  return { ...silentLogger, ...Object.fromEntries(levels.slice(LOG_LEVELS.indexOf(level))) }
}

function standardError(): Logger {
  lines ??= new LogLines(STANDARD_ERROR)
  const { write } = lines
  return eachLevel((level) => (fields, message) => write(lineOf(level, fields, message)))
}

/** Loggers may need to be called as methods. */
function boundTo(target: Logger): Logger {
  return eachLevel((level) => (fields, message) => target[level](fields, message))
}

/** In the order of `LOG_LEVELS`. */
function eachLevel(make: (level: keyof Logger) => Logger['info']): Logger {
  return {
    trace: make('trace'),
    debug: make('debug'),
    info: make('info'),
    warn: make('warn'),
    error: make('error'),
  }
}

function lineOf(level: string, fields: object, msg: string): string {
  const time = new Date().toISOString()
  try {
    return JSON.stringify({ level, time, ...fields, msg }, describeErrors)
  } catch (error) {
    // Fields that have no form in JSON must not cost the message.
    return JSON.stringify({ level, time, msg, unloggable: String(error) })
  }
}

/** Errors have no members of their own that JSON would show. */
function describeErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause, ...members } = value
  return { type: name, message, stack, ...members, ...(cause !== undefined && { cause }) }
}
