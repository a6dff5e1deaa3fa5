import type { ProcessEnvironment } from '#cli/process-environment.js'
import { formatCount } from './progress-display.js'
import type { VerifyRequest } from './transfer-options.js'

/** Reports damage in an embedded store, and resolves with the exit code. */
export async function verify(
  { dataDir }: VerifyRequest,
  { print, printError }: Pick<ProcessEnvironment, 'print' | 'printError'>,
): Promise<number> {
  // Loaded only now: help and usage errors are printed without waiting for it.
  const { VerifyError, verifyStore } = await import('#server/verify.js')
  try {
    const { file, errors, keys, versions, unchecked } = await verifyStore(dataDir)
    for (const message of errors) print(message)
    if (errors.length > 0) {
      const count = errors.length === 1 ? '1 problem' : `${formatCount(errors.length)} problems`
      printError(`binnacle: ${file} is damaged: ${count}; restore a backup into a new folder`)
      return 1
    }
    const note = unchecked === 0 ? '' : `; ${formatCount(unchecked)} records are older than checksums are`
    print(`${file} is sound: ${formatCount(keys)} keys, ${formatCount(versions)} versions${note}`)
    return 0
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    printError(`binnacle: ${error.message}`)
    return 1
  }
}
