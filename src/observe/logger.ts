import { isatty } from 'node:tty'
import { inspect } from 'node:util'
import { LogWriter, STANDARD_ERROR } from './log-writer.js'

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

/** A logger whose level can change while it is used. */
export interface LeveledLogger extends Logger {
  setLevel(level: LogLevel): void
  /** Whether lines of the level are logged. */
  logs(level: keyof Logger): boolean
}

/** Lines of JSON for programs, or of text for people. */
export const LOG_FORMATS = ['auto', 'text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

const LOST = 'log lines were dropped, because the log was not read'

/** Made when there is something to log, for all loggers of the process. */
let lines: LogWriter | undefined

interface LoggerOptions {
  /** Receives the lines instead of standard error. */
  readonly target?: Logger | undefined
  /** On standard error. */
  readonly format?: LogFormat
}

/** A logger that passes on what is of the level or above. */
export function createLogger(
  level: LogLevel,
  { target, format = 'json' }: LoggerOptions = {},
): LeveledLogger {
  const whole = target === undefined ? standardError(format) : boundTo(target)
  const logger: LeveledLogger = {
    ...silentLogger,
    setLevel(lowest) {
      const levels = Object.entries(whole).slice(LOG_LEVELS.indexOf(lowest))
      Object.assign(logger, silentLogger, Object.fromEntries(levels))
    },
    logs: (level) => logger[level] !== nothing,
  }
  logger.setLevel(level)
  return logger
}

function standardError(format: LogFormat): Logger {
  const line = lineOf(format, STANDARD_ERROR.fd)
  return eachLevel((level) => (fields, message) => {
    lines ??= new LogWriter(STANDARD_ERROR, { lost: (dropped) => line('warn', { dropped }, LOST) })
    lines.write(line(level, fields, message))
  })
}

/** How a file gets its lines: as text if a person reads it. */
export function lineOf(format: LogFormat, descriptor: number): LogLine {
  return format === 'text' || (format === 'auto' && isatty(descriptor)) ? textLine : jsonLine
}

/** A line of a log. A line of text may have no level. */
export type LogLine = (level: string, fields: object, message: string) => string

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

const jsonLine: LogLine = (level, fields, msg) => {
  const time = new Date().toISOString()
  try {
    return JSON.stringify({ level, time, ...fields, msg }, describeErrors)
  } catch (error) {
    // Fields that have no form in JSON must not cost the message.
    return JSON.stringify({ level, time, msg, unloggable: String(error) })
  }
}

/** `2026-11-18T12:00:00.000Z INFO  serving port=8080`, and the stack of an error below. */
export const textLine: LogLine = (level, fields, message) => {
  const stacks: string[] = []
  const pairs = Object.entries(fields).map(([name, value]) => {
    if (value === undefined) return ''
    if (!(value instanceof Error)) return ` ${name}=${fieldText(value)}`
    stacks.push(`\n${inspect(value)}`)
    return ` ${name}=${fieldText(value.message)}`
  })
  const start = `${new Date().toISOString()} ${level && `${level.toUpperCase().padEnd(5)} `}${message}`
  return start + pairs.join('') + stacks.join('').replaceAll('\n', '\n    ')
}

/** A string without blanks and control characters as it is; everything else as JSON. */
function fieldText(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=\p{C}]+$/u.test(value)) return value
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return inspect(value, { breakLength: Number.POSITIVE_INFINITY })
  }
}

/** Errors have no members of their own that JSON would show. */
function describeErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause, ...members } = value
  return { type: name, message, stack, ...members, ...(cause !== undefined && { cause }) }
}
