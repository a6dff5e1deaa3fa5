import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type MigrationResult, migrateStore } from '#backup/migration/migrate-store.js'
import type { MigrationSource } from '#backup/migration/migration-source.js'
import { ServerSource } from '#backup/migration/server-source.js'
import { StoreSource } from '#backup/migration/store-source.js'
import { ServerClient } from '#backup/remote/server-client.js'
import { beginningAfter } from '#backup/store-beginning.js'
import { readStoreIdentity, restoreIdentity } from '#backup/store-identity.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { isIdentityEmpty } from '#transfer/identity.js'
import type { TransferContext } from '#transfer/progress.js'
import { BACKUP_PATH, CHANGES_PATH, IDENTITY_PATH, READ_ONLY_PATH } from './backup/paths.js'
import { identityPlace } from './backup/restore.js'
import { defaultConfig, type ServerConfig, type StorageConfig } from './config.js'
import { openSecrets } from './identity/secrets.js'
import { withStore } from './transfer.js'

export interface MigrateOptions extends StorageConfig, Pick<ServerConfig, 'identityKeyFile'> {
  /** A data folder that no server uses; undefined for a running server. */
  readonly fromFolder: string | undefined
  readonly withoutIdentity: boolean
  /** In bytes per second; 0 for no limit. */
  readonly rate: number
  readonly maxReadOnlyMs: number
}

export interface MigrateEvents {
  readonly onReadOnly: () => void
}

/** The server of a migration; not called for a data folder. */
export type FindServer = () => Promise<MemberAccess>

/** Moves a store to the storage of the options. Rejects with `TransferError`. */
export function migrate(
  options: MigrateOptions,
  findServer: FindServer,
  course: TransferContext & MigrateEvents,
): Promise<MigrationResult> {
  return withSource(options, findServer, async (source) => {
    const { revision } = await source.status(course.signal)
    const identity = options.withoutIdentity ? {} : await source.identity(course.signal)
    const place = await identityPlace(options, identity)
    const now = Date.now()
    const startAt = beginningAfter(revision, now, now)
    return withStore(options, { create: true, startAt }, async (storage) => {
      const secrets = await openSecrets(options, storage)
      return migrateStore(source, storage, {
        ...course,
        to: placeName(options),
        maxReadOnlyMs: options.maxReadOnlyMs,
        putIdentity: async (given) => {
          if (!options.withoutIdentity && !isIdentityEmpty(given))
            await restoreIdentity(given, secrets, place)
        },
      })
    })
  })
}

/** Makes a source writable again that was moved. */
export function cancelMigration(
  options: Pick<MigrateOptions, 'fromFolder' | 'rate'>,
  findServer: FindServer,
  { signal }: TransferContext,
): Promise<void> {
  return withSource(options, findServer, (source) => source.release(undefined, signal))
}

/** The target, for people. */
export function placeName({ storage, dataDir, etcdEndpoints, etcdPrefix }: StorageConfig): string {
  return storage === 'embedded' ? resolve(dataDir) : `etcd ${etcdEndpoints.join(',')} below ${etcdPrefix}`
}

async function withSource<T>(
  { fromFolder, rate }: Pick<MigrateOptions, 'fromFolder' | 'rate'>,
  findServer: FindServer,
  work: (source: MigrationSource) => Promise<T>,
): Promise<T> {
  if (fromFolder === undefined) {
    const client = new ServerClient(await findServer())
    const paths = {
      backup: BACKUP_PATH,
      changes: CHANGES_PATH,
      identity: IDENTITY_PATH,
      readOnly: READ_ONLY_PATH,
    }
    return work(new ServerSource(client, paths, rate)).finally(() => client.close())
  }
  await stat(fromFolder)
  const config = { ...defaultConfig, dataDir: fromFolder }
  return withStore(config, { create: false }, async (storage) => {
    const secrets = await openSecrets(config, storage)
    const identity = () => readStoreIdentity(secrets, fromFolder)
    return work(new StoreSource(resolve(fromFolder), storage, identity, Date.now))
  })
}
