import { nextSignal, type ProcessEnvironment, SIGNAL_CODES } from '#cli/process-environment.js'
import { packageVersion } from '#server/version.js'
import type { RecordRequest } from './record-options.js'

/** Records a cluster, and resolves with the exit code. A signal ends the watches, a second one the command. */
export async function recordCommand(
  request: RecordRequest,
  { print, printError, signals }: Pick<ProcessEnvironment, 'print' | 'printError' | 'signals'>,
): Promise<number> {
  // Loaded only now: help and usage errors are printed without waiting for it.
  const { record } = await import('#recording/record.js')
  const controller = new AbortController()
  const impatience = nextSignal(signals).then(async () => {
    const second = nextSignal(signals)
    controller.abort()
    return SIGNAL_CODES[await second]
  })
  const note = (line: string) => printError(`binnacle: ${line}`)
  const done = record({ ...request, version: packageVersion(), signal: controller.signal, note }).then(
    ({ objects, events }) => {
      print(`recorded ${objects} objects and ${events} changes to ${request.out}`)
      return 0
    },
    (error: unknown) => {
      const { name, message } = error as Error
      if (name !== 'RecordingError' && name !== 'JoinError') throw error
      note(message)
      return 1
    },
  )
  return Promise.race([done, impatience])
}
