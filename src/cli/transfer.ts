import type { Course, Progress } from '#transfer/progress.js'
import type { ProcessEnvironment } from './process-environment.js'
import { ProgressDisplay } from './progress-display.js'
import { nextSignal, SIGNAL_CODES, type StopSignal } from './stop-signals.js'

/** What an export or an import has to work with. */
export interface TransferWork extends Course {
  /** Says something that is not an error, unless nothing is to be said. */
  readonly note: (line: string) => void
}

/**
 * Errors that are printed as one line: the user can do something about them. Anything else is a fault of the program.
 */
const EXPECTED = new Set([
  'TransferError',
  'StorageDamaged',
  'StorageUnusable',
  'StorageUnavailable',
  'WriteTooLarge',
  'WriteUncertain',
])

/**
 * Does work that takes long: shows its progress, stops it in good order when a signal comes, and resolves with the exit
 * code. A second signal does not wait for anything.
 */
export async function transfer(
  quiet: boolean,
  environment: ProcessEnvironment,
  whenInterrupted: string,
  work: (parts: TransferWork) => Promise<void>,
): Promise<number> {
  const { complain, signals } = environment
  const display = quiet ? undefined : new ProgressDisplay(environment)
  const controller = new AbortController()
  let stoppedBy: StopSignal | undefined
  const impatience = nextSignal(signals).then(async (signal) => {
    stoppedBy = signal
    const second = nextSignal(signals)
    controller.abort(new Error('interrupted'))
    return SIGNAL_CODES[await second]
  })
  const onProgress = (progress: Progress) => display?.show(progress)
  const say = (line: string) => {
    display?.clear()
    complain(line)
  }
  const note = (line: string) => (quiet ? undefined : say(line))
  const done = work({ onProgress, signal: controller.signal, note }).then(
    () => 0,
    (error: unknown) => {
      if (stoppedBy !== undefined && error === controller.signal.reason) {
        say(`binnacle: interrupted; ${whenInterrupted}`)
        return SIGNAL_CODES[stoppedBy]
      }
      if (!isExpected(error)) throw error
      say(`binnacle: ${error.message}`)
      return 1
    },
  )
  return Promise.race([done, impatience])
}

/** Errors of the operating system, such as a full disk, are the user's to mend, too. */
function isExpected(error: unknown): error is Error {
  return error instanceof Error && (EXPECTED.has(error.name) || ('syscall' in error && 'code' in error))
}
