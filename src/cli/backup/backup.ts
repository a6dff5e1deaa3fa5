import { type Command, flagsOf } from '#cli/command.js'
import type { ProcessEnvironment } from '#cli/process-environment.js'
import { checked, readOptions } from '#cli/read-options.js'
import { formatRecords } from '#cli/store/progress-display.js'
import { isExpected, type TransferWork, transfer } from '#cli/store/transfer.js'
import { STANDARD_STREAM } from '#cli/store/transfer-options.js'
import type { BackupMaker, BackupResult } from '#server/backup/make-backup.js'
import { formatLongDuration } from '#util/text/duration.js'
import { BACKUP_DEFAULTS, BACKUP_OPTIONS, type BackupRequest, backupError } from './backup-options.js'
import { findServer, withEnvironment } from './server-options.js'

export const backupCommand: Command<BackupRequest> = {
  name: 'backup',
  usage: ['--out <file> [flags]', '--out <folder> --every <duration> [flags]'],
  summary: 'back up a running server, or a data folder',
  description: `Writes a consistent snapshot at one revision to a file, compressed, while the server serves. The user
needs the permission to get /binnacle/v1/backup and /binnacle/v1/identity. The file appears when it
is complete; "binnacle restore" reads it.

A backup holds all objects, also Secrets, and the keys that make tokens and kubeconfigs valid. Whoever
reads it can act as any user: encrypt it with --passphrase-file or --recipient-file. Unencrypted keys
are written only to a folder that others cannot read.

With --every, makes a backup now and at each interval, and removes the oldest beyond --keep.`,
  flags: flagsOf(BACKUP_OPTIONS, BACKUP_DEFAULTS),
  parse: (argv, env) =>
    withEnvironment(checked(readOptions(BACKUP_OPTIONS, BACKUP_DEFAULTS, argv, env), backupError), env),
  run: makeBackups,
}

/** Makes one backup, or many, and resolves with the exit code. */
function makeBackups(request: BackupRequest, environment: ProcessEnvironment): Promise<number> {
  return transfer(request.quiet, environment, 'the unfinished backup is removed', async (work) => {
    // Loaded only now: help and usage errors are printed without waiting for it.
    const { BackupMaker } = await import('#server/backup/make-backup.js')
    const maker = await BackupMaker.open(request, () => findServer(request))
    if (request.withoutIdentity) work.note(WITHOUT_IDENTITY)
    if (request.everyMs > 0) await repeat(maker, request, work)
    else report(await once(maker, request, environment, work), work)
  })
}

const WITHOUT_IDENTITY =
  'WARNING: this backup has no keys: after a restore all service account tokens and kubeconfigs of the self-signed CA are invalid'

function once(
  maker: BackupMaker,
  { out, force }: BackupRequest,
  { writeBytes }: ProcessEnvironment,
  course: TransferWork,
): Promise<BackupResult> {
  return out === STANDARD_STREAM
    ? maker.toStream({ write: writeBytes }, course)
    : maker.toFile(out, force, course)
}

async function repeat(maker: BackupMaker, { out, everyMs, keep }: BackupRequest, work: TransferWork) {
  const { repeated } = await import('#server/backup/make-backup.js')
  await repeated(
    everyMs,
    work.signal,
    async () => report(await maker.toFolder(out, keep, work), work),
    (error, retryMs) => {
      if (!isExpected(error)) throw error
      work.complain(`${error.message}; the next attempt is in ${formatLongDuration(retryMs)}`)
    },
  )
}

function report({ records, path, size, revision }: BackupResult, { note }: TransferWork): void {
  const where = path === '' ? '' : ` to ${path}`
  note(`backed up ${formatRecords(records)}${where} (${formatSize(size)}), as of revision ${revision}`)
}

const formatSize = (bytes: number) =>
  bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KiB` : `${(bytes / 2 ** 20).toFixed(1)} MiB`
