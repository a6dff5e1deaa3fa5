import type { ProcessEnvironment } from './process-environment.js'
import { formatCount, formatRecords } from './progress-display.js'
import { moving } from './transfer.js'
import type { ImportRequest } from './transfer-options.js'

/** Imports a file into a store, and resolves with the exit code. */
export function importCommand(request: ImportRequest, surroundings: ProcessEnvironment): Promise<number> {
  const { file, quiet } = request
  return moving(quiet, surroundings, 'the same command goes on from here', async ({ note, ...course }) => {
    // Loaded only now: help and mistakes are told without waiting for it.
    const { importFromFile } = await import('../server/moving.js')
    const { records, resumedAt } = await importFromFile(request, file, { ...request, ...course })
    const resumed =
      resumedAt === 0 ? '' : `, ${formatCount(resumedAt)} of them by an earlier, interrupted import`
    note(`imported ${formatRecords(records)} from ${file}${resumed}`)
  })
}
