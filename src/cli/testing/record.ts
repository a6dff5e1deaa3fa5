import { type Command, flagsOf } from '#cli/command.js'
import { nextSignal, type ProcessEnvironment, SIGNAL_CODES } from '#cli/process-environment.js'
import { readOptions } from '#cli/read-options.js'
import { packageVersion } from '#server/version.js'
import { RECORD_DEFAULTS, RECORD_OPTIONS, type RecordRequest } from './record-options.js'

export const recordCommand: Command<RecordRequest> = {
  name: 'record',
  usage: ['--kubeconfig <file> --out <file> [flags]'],
  summary: 'record the objects of a cluster and their changes',
  description: `Reads all objects of a cluster, watches them for a while and writes both to a file that "binnacle
serve --from" serves. Changes nothing in the cluster. Ctrl-C ends the watches early. The values of
Secrets are replaced, unless you ask for them.`,
  flags: flagsOf(RECORD_OPTIONS, RECORD_DEFAULTS),
  parse: (argv, env) => readOptions(RECORD_OPTIONS, RECORD_DEFAULTS, argv, env),
  run: recordUntilSignal,
}

/** Records a cluster, and resolves with the exit code. A signal ends the watches, a second one the command. */
async function recordUntilSignal(
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
