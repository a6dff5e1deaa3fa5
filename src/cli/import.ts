import type { ProcessEnvironment } from './process-environment.js'
import { formatCount, formatRecords } from './progress-display.js'
import { transfer } from './transfer.js'
import type { ImportRequest } from './transfer-options.js'

/** Imports a file into a store, and resolves with the exit code. */
export function importCommand(request: ImportRequest, environment: ProcessEnvironment): Promise<number> {
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
