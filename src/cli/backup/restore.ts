import { type Command, flagsOf } from '#cli/command.js'
import type { ProcessEnvironment } from '#cli/process-environment.js'
import { checked, readOptions } from '#cli/read-options.js'
import { formatCount, formatRecords } from '#cli/store/progress-display.js'
import { transfer } from '#cli/store/transfer.js'
import { transferError } from '#cli/store/transfer-options.js'
import { RESTORE_DEFAULTS, RESTORE_OPTIONS, type RestoreRequest } from './restore-options.js'

export const restoreCommand: Command<RestoreRequest> = {
  name: 'restore',
  usage: ['--from <path> --data-dir <folder> [flags]'],
  summary: 'restore a backup, or an archive as of any time',
  description: `Restores a backup into an empty data folder, or into an empty prefix of etcd. The backup is checked
completely before anything is written. No server opens the store before it is complete; run an
interrupted restore again with the same flags to finish it.

Objects keep their UIDs and timestamps. Resource versions go on far above those of the backup, so that
clients with versions of the lost store read everything again. Tokens and kubeconfigs stay valid.

  binnacle restore --from /var/backups/binnacle --to 2026-11-18T12:00:00Z --data-dir ./restored`,
  flags: flagsOf(RESTORE_OPTIONS, RESTORE_DEFAULTS),
  parse: (argv, env) => checked(readOptions(RESTORE_OPTIONS, RESTORE_DEFAULTS, argv, env), transferError),
  run: restore,
}

function restore(request: RestoreRequest, environment: ProcessEnvironment): Promise<number> {
  return transfer(request.quiet, environment, 'the same command goes on from here', async (work) => {
    // Loaded only now: help and usage errors are printed without waiting for it.
    const { restoreBackup } = await import('#server/backup/restore.js')
    const result = await restoreBackup(request, work)
    const { records, resumedAt, revision, time, hasIdentity } = result
    const resumed =
      resumedAt === 0 ? '' : `, ${formatCount(resumedAt)} of them by an earlier, interrupted restore`
    const where = request.storage === 'embedded' ? request.dataDir : `etcd below ${request.etcdPrefix}`
    work.note(
      `restored ${formatRecords(records)} to ${where}, as of revision ${revision} at ${time}${resumed}`,
    )
    if (!hasIdentity) work.note(WITHOUT_IDENTITY)
  })
}

const WITHOUT_IDENTITY =
  'WARNING: no keys were restored: all service account tokens and kubeconfigs of the self-signed CA are invalid'
