import type { ProcessEnvironment } from './process-environment.js'
import { formatRecords } from './progress-display.js'
import { moving } from './transfer.js'
import { type ExportRequest, STANDARD_STREAM } from './transfer-options.js'

/** Exports a store, and resolves with the exit code. */
export function exportCommand(request: ExportRequest, surroundings: ProcessEnvironment): Promise<number> {
  const { file, force: replace, quiet } = request
  const toStream = file === STANDARD_STREAM
  return moving(quiet, surroundings, 'nothing was exported', async ({ note, ...course }) => {
    // Loaded only now: help and mistakes are told without waiting for it.
    const { exportToFile, exportToStream } = await import('../server/moving.js')
    const { records, revision } = toStream
      ? await exportToStream(request, { write: surroundings.writeBytes }, course)
      : await exportToFile(request, { path: file, replace }, course)
    const where = toStream ? '' : ` to ${file}`
    note(`exported ${formatRecords(records)}${where}, as of revision ${revision}`)
  })
}
