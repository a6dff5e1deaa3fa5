import {
  nextSignal,
  type ProcessEnvironment,
  SIGNAL_CODES,
  type StopSignal,
} from '#cli/process-environment.js'
import type { Progress, TransferContext } from '#transfer/progress.js'
import { formatCount, formatRecords, ProgressDisplay } from './progress-display.js'
import { type ExportRequest, type ImportRequest, STANDARD_STREAM } from './transfer-options.js'

/** The environment of an export or import. */
export interface TransferWork extends TransferContext {
  /** Prints a note, unless quiet. */
  readonly note: (line: string) => void
  /** Prints an error of work that goes on. */
  readonly complain: (line: string) => void
}

/** Errors that the user can fix are printed as one line. All others are bugs. */
const EXPECTED = new Set([
  'TransferError',
  'JoinError',
  'AccessConfigError',
  'StartError',
  'StorageDamaged',
  'StorageUnusable',
  'StorageUnavailable',
  'StoreReadOnly',
  'WriteTooLarge',
  'WriteUncertain',
])

/**
 * Runs long work: shows progress, stops cleanly on a signal, and resolves with the exit code. A second signal exits
 * at once.
 */
export async function transfer(
  quiet: boolean,
  environment: ProcessEnvironment,
  whenInterrupted: string,
  work: (parts: TransferWork) => Promise<void>,
): Promise<number> {
  const { printError, signals } = environment
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
    printError(line)
  }
  const note = (line: string) => (quiet ? undefined : say(line))
  const complain = (line: string) => say(`binnacle: ${line}`)
  const done = work({ onProgress, signal: controller.signal, note, complain }).then(
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

/** System errors, such as a full disk, are also for the user to fix. */
export function isExpected(error: unknown): error is Error {
  return error instanceof Error && (EXPECTED.has(error.name) || ('syscall' in error && 'code' in error))
}

/** Exports a store, and resolves with the exit code. */
export function exportStore(request: ExportRequest, environment: ProcessEnvironment): Promise<number> {
  const { file, force: replace, quiet } = request
  const toStream = file === STANDARD_STREAM
  return transfer(quiet, environment, 'nothing was exported', async ({ note, ...course }) => {
    // Loaded only now: help and usage errors are printed without waiting for it.
    const { exportToFile, exportToStream } = await import('#server/transfer.js')
    const { records, revision } = toStream
      ? await exportToStream(request, { write: environment.writeBytes }, course)
      : await exportToFile(request, { path: file, replace }, course)
    const where = toStream ? '' : ` to ${file}`
    note(`exported ${formatRecords(records)}${where}, as of revision ${revision}`)
  })
}

/** Imports a file into a store, and resolves with the exit code. */
export function importStore(request: ImportRequest, environment: ProcessEnvironment): Promise<number> {
  const { file, quiet } = request
  return transfer(quiet, environment, 'the same command goes on from here', async ({ note, ...course }) => {
    // Loaded only now: help and usage errors are printed without waiting for it.
    const { importFromFile } = await import('#server/transfer.js')
    const { records, resumedAt } = await importFromFile(request, file, { ...request, ...course })
    const resumed =
      resumedAt === 0 ? '' : `, ${formatCount(resumedAt)} of them by an earlier, interrupted import`
    note(`imported ${formatRecords(records)} from ${file}${resumed}`)
  })
}
