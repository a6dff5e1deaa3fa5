import { openRestoreSource } from '#backup/restore/open-restore.js'
import { beginningAfter } from '#backup/store-beginning.js'
import { expectAuthorityPlace, restoreIdentity } from '#backup/store-identity.js'
import type { ServerConfig, StorageConfig } from '#server/config.js'
import { openSecrets } from '#server/identity/secrets.js'
import { withStore, workFolderOf } from '#server/transfer.js'
import type { Identity } from '#transfer/identity.js'
import { importRecords } from '#transfer/import-store.js'
import { type TransferContext, TransferError } from '#transfer/progress.js'
import { type OpenerFiles, readOpener } from '#transfer/sealing/key-files.js'

export interface RestoreOptions extends StorageConfig, OpenerFiles, Pick<ServerConfig, 'identityKeyFile'> {
  /** The file of a backup, or the folder of an archive. */
  readonly from: string
  /** A revision, or a time in RFC 3339; empty for the newest. */
  readonly to: string
  readonly withoutIdentity: boolean
}

export interface RestoreResult {
  readonly records: number
  /** How many of them an interrupted restore had written before. */
  readonly resumedAt: number
  /** What was restored. */
  readonly revision: number
  readonly time: string
  /** Whether the keys of the server are restored. */
  readonly hasIdentity: boolean
}

/**
 * Restores a backup into a new store. It is read and checked completely before anything is written, and nothing serves the
 * store before it is complete. Rejects with `TransferError`.
 */
export async function restoreBackup(
  options: RestoreOptions,
  course: TransferContext,
): Promise<RestoreResult> {
  const opener = await readOpener(options)
  const source = await openRestoreSource(options.from, options.to, opener, course)
  const identity = options.withoutIdentity ? undefined : source.identity
  const place = identity && (await identityPlace(options, identity))
  const { revision, time } = source
  const startAt = beginningAfter(revision, Date.parse(time), Date.now())
  return withStore(options, { create: true, startAt }, async (storage) => {
    const secrets = await openSecrets(options, storage)
    const { records, resumedAt } = await importRecords(storage, source, {
      ...course,
      command: 'restore',
      intoNonEmpty: false,
      overwrite: false,
      workFolder: workFolderOf(options),
      beforeEnd: async () => {
        if (identity !== undefined) await restoreIdentity(identity, secrets, place ?? 'store')
      },
    })
    return { records, resumedAt, revision, time, hasIdentity: identity !== undefined }
  })
}

/** Where the authority of an identity belongs. Rejects with `TransferError` if it cannot be there. */
export async function identityPlace(
  options: Pick<RestoreOptions, 'storage' | 'dataDir' | 'identityKeyFile'>,
  { authority }: Identity,
): Promise<{ readonly dataDir: string } | 'store'> {
  if (options.storage === 'embedded') {
    if (authority !== undefined) await expectAuthorityPlace(options.dataDir, authority)
    return { dataDir: options.dataDir }
  }
  if (authority !== undefined && options.identityKeyFile === '') {
    throw new TransferError(
      'the source has a certificate authority, which servers on etcd share encrypted: ' +
        'add --identity-key-file, or --without-identity',
    )
  }
  return 'store'
}

export interface CheckResult extends Omit<RestoreResult, 'resumedAt'> {
  /** The oldest state of an archive; undefined for a single backup. */
  readonly oldest: { readonly revision: number; readonly time: string } | undefined
}

/** Reads a backup as a restore would. Rejects with `TransferError`. */
export async function checkBackup(
  options: Pick<RestoreOptions, 'from' | 'to' | keyof OpenerFiles>,
  course: TransferContext,
): Promise<CheckResult> {
  const source = await openRestoreSource(options.from, options.to, await readOpener(options), course)
  const { summary, revision, time, identity, oldest } = source
  return { records: summary.records, revision, time, hasIdentity: identity !== undefined, oldest }
}
