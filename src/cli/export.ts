import type { ProcessEnvironment } from './process-environment.js'
import { formatRecords } from './progress-display.js'
import { transfer } from './transfer.js'
import { type ExportRequest, STANDARD_STREAM } from './transfer-options.js'

/** Exports a store, and resolves with the exit code. */
export function exportCommand(request: ExportRequest, environment: ProcessEnvironment): Promise<number> {
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
