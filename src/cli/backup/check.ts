import { type Command, flagsOf } from '#cli/command.js'
import type { ProcessEnvironment } from '#cli/process-environment.js'
import { readOptions } from '#cli/read-options.js'
import { formatRecords } from '#cli/store/progress-display.js'
import { transfer } from '#cli/store/transfer.js'
import type { OptionTable } from '#server/options/option.js'
import { RESTORE_DEFAULTS, RESTORE_OPTIONS, type RestoreRequest } from './restore-options.js'

type CheckRequest = Pick<RestoreRequest, 'from' | 'to' | 'passphraseFile' | 'privateKeyFile' | 'quiet'>

const { from, to, passphraseFile, privateKeyFile, quiet } = RESTORE_OPTIONS
const OPTIONS: OptionTable<CheckRequest> = { from, to, passphraseFile, privateKeyFile, quiet }

export const checkCommand: Command<CheckRequest> = {
  name: 'backup check',
  usage: ['--from <path> [flags]'],
  summary: 'check a backup, or an archive',
  description: `Reads a backup completely, as a restore would, and says what would be restored. Exits with 1 if it cannot
be. Writes nothing.`,
  flags: flagsOf<CheckRequest>(OPTIONS, RESTORE_DEFAULTS),
  parse: (argv, env) => readOptions<CheckRequest>(OPTIONS, RESTORE_DEFAULTS, argv, env),
  run: check,
}

function check(request: CheckRequest, environment: ProcessEnvironment): Promise<number> {
  return transfer(request.quiet, environment, 'nothing was changed', async (work) => {
    // Loaded only now: help and usage errors are printed without waiting for it.
    const { checkBackup } = await import('#server/backup/restore.js')
    const { records, revision, time, hasIdentity, oldest } = await checkBackup(request, work)
    const keys = hasIdentity ? 'with the keys of the server' : 'without keys of the server'
    work.note(
      `${request.from} is complete: ${formatRecords(records)} as of revision ${revision} at ${time}, ${keys}`,
    )
    if (oldest !== undefined) work.note(`it reaches back to revision ${oldest.revision} at ${oldest.time}`)
  })
}
