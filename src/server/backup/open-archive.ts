import { prepareArchiveFolder } from '#backup/archive/archive-folder.js'
import { ArchiveStatus } from '#backup/archive/archive-status.js'
import { Archiver } from '#backup/archive/archiver.js'
import type { HeldRevisions } from '#backup/held-revisions.js'
import { readStoreIdentity } from '#backup/store-identity.js'
import type { Leadership } from '#controllers/controller.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { ServerSecrets } from '#registry/server-secrets.js'
import { type ServerConfig, StartError } from '#server/config.js'
import { packageVersion } from '#server/version.js'
import type { Storage } from '#storage/contract.js'
import { TransferError } from '#transfer/progress.js'
import { readRecipient } from '#transfer/sealing/key-files.js'
import type { Clock } from '#util/clock.js'
import { authorityFolder } from './backup-routes.js'

export interface ArchiveDependencies {
  readonly storage: Storage
  readonly secrets: ServerSecrets
  readonly held: HeldRevisions
  readonly leadership: Leadership
  readonly metrics: MetricsRegistry
  readonly clock: Clock
  readonly logger: Logger
}

/** A running archive. */
export interface OpenArchive {
  /** What is wrong with it; undefined if nothing is. */
  note(): string | undefined
  close(): Promise<void>
}

/** Starts the archive of a server. Rejects with `StartError` if its folder or key cannot be used. */
export async function openArchive(
  config: ServerConfig,
  { metrics, clock, ...dependencies }: ArchiveDependencies,
): Promise<OpenArchive> {
  const { archive: folder, archiveKeepMs: keepMs, archiveRecipientFile: keyFile } = config
  try {
    await prepareArchiveFolder(folder)
    const recipient = keyFile === '' ? undefined : await readRecipient(keyFile, '--archive-recipient-file')
    const sealer = recipient && { recipient }
    const now = () => clock.now()
    const status = new ArchiveStatus(folder, dependencies.logger, metrics, now)
    const archiver = new Archiver(
      { folder, keepMs, sealer },
      {
        ...dependencies,
        status,
        now,
        version: packageVersion(),
        identity: () => readStoreIdentity(dependencies.secrets, authorityFolder(config)),
      },
    )
    return { note: () => status.note(), close: () => archiver.close() }
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException
    if (!(error instanceof TransferError) && syscall === undefined) throw error
    throw new StartError(`--archive: ${(error as Error).message}`, { cause: error })
  }
}
