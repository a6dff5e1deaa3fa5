import type { Readable, Writable } from 'node:stream'
import type { Status } from '#meta/status.js'

/** The streams of a command that a client asked for. */
export interface CommandOptions {
  readonly stdin: boolean
  readonly stdout: boolean
  readonly stderr: boolean
  readonly tty: boolean
}

/** The server's end of the streams of a command. */
export interface CommandStreams {
  readonly stdin: Readable | undefined
  readonly stdout: Writable | undefined
  readonly stderr: Writable | undefined
  /** Sizes of the terminal, as JSON. */
  readonly resize: Readable | undefined
  /** Resolves when the client is gone. */
  readonly closed: Promise<void>
  /** Sends the result after all output, and closes. */
  finish(result: Status): Promise<void>
  /** Closes without a result. */
  destroy(): void
}

export const SUCCESS: Status = { metadata: {}, status: 'Success' } as Status

/** The result of a command that ended with another exit code than 0. */
export const exited = (exitCode: number): Status =>
  ({
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit code ${exitCode}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  }) as Status

/** What the error stream has of a result: protocols before version 4 have only a message. */
export function resultText(result: Status, hasStatus: boolean): string {
  if (hasStatus) return JSON.stringify(result)
  return result.status === 'Success' ? '' : (result.message ?? '')
}
