import type { EventEmitter } from 'node:events'
import { closestMatch } from '#util/text/nearest.js'

/** The I/O of a command. */
export interface ProcessEnvironment {
  /** Writes a line to standard output. */
  print(line: string): void
  /** Writes a line to standard error. */
  printError(line: string): void
  /** Writes bytes to standard output; resolves when it can take more. */
  writeBytes(bytes: Buffer): Promise<void>
  /** Standard error, if it is a terminal that can redraw a line. */
  readonly screen: Screen | undefined
  /** Emits `SIGTERM` and `SIGINT`. */
  readonly signals: EventEmitter
}

export interface Screen {
  readonly columns: number
  write(text: string): void
}

/** Invalid arguments. The message is one line for the user. */
export class UsageError extends Error {}

/** The error for an unknown name, with a suggestion. */
export function unknown(what: 'flag' | 'command', given: string, known: readonly string[]): UsageError {
  const suggestion = closestMatch(given, known)
  return new UsageError(
    `unknown ${what} ${quote(given)}${suggestion === undefined ? '' : `, did you mean ${suggestion}?`}`,
  )
}

/** Quotes a string on one line. */
export function quote(text: string): string {
  return JSON.stringify(text)
}

/** Quotes a string for a shell, if needed. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** 128 plus the signal number. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 } as const
export type StopSignal = keyof typeof SIGNAL_CODES
const STOP_SIGNALS = Object.keys(SIGNAL_CODES) as StopSignal[]

/** Resolves on the next stop signal. Until then signals do not end the process. */
export function nextSignal(signals: EventEmitter): Promise<StopSignal> {
  return new Promise((resolve) => {
    const listener = (signal: StopSignal) => {
      for (const name of STOP_SIGNALS) signals.off(name, listener)
      resolve(signal)
    }
    for (const name of STOP_SIGNALS) signals.on(name, listener)
  })
}
