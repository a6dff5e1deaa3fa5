import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BackupSource, serverSource, storeSource } from '#backup/backup-source.js'
import { expectPrivateFolder, folderOf } from '#backup/private-place.js'
import { ServerClient } from '#backup/remote/server-client.js'
import { backupName, pruneBackups } from '#backup/schedule.js'
import { readStoreIdentity } from '#backup/store-identity.js'
import type { MemberAccess } from '#federation/members/kubeconfig.js'
import { defaultConfig } from '#server/config.js'
import { openSecrets } from '#server/identity/secrets.js'
import { withStore } from '#server/transfer.js'
import { packageVersion } from '#server/version.js'
import type { ExportResult } from '#transfer/export-store.js'
import type { ExportTarget } from '#transfer/export-writer.js'
import { OutputFile } from '#transfer/files/output-file.js'
import { Packer } from '#transfer/files/packer.js'
import { type Identity, isIdentityEmpty } from '#transfer/identity.js'
import { type TransferContext, TransferError } from '#transfer/progress.js'
import { readSealer, type SealerFiles } from '#transfer/sealing/key-files.js'
import type { Sealer } from '#transfer/sealing/wrapped-key.js'
import { BACKUP_PATH, IDENTITY_PATH } from './paths.js'

export interface BackupOptions extends SealerFiles {
  /** A data folder that no server uses; empty for a running server. */
  readonly dataDir: string
  readonly withoutIdentity: boolean
  /** In bytes per second; 0 for no limit. */
  readonly rate: number
}

/** The server of a backup; undefined for a data folder. */
export type FindServer = () => Promise<MemberAccess>

export interface BackupResult extends ExportResult {
  readonly path: string
  /** In bytes. */
  readonly size: number
  /** Whether the keys of the server are in it, or there are none. */
  readonly hasIdentity: boolean
}

/** Makes backups of one server or data folder. Rejects with `TransferError`. */
export class BackupMaker {
  readonly #options: BackupOptions
  readonly #findServer: FindServer
  readonly #sealer: Sealer | undefined

  static async open(options: BackupOptions, findServer: FindServer): Promise<BackupMaker> {
    return new BackupMaker(options, findServer, await readSealer(options))
  }

  private constructor(options: BackupOptions, findServer: FindServer, sealer: Sealer | undefined) {
    this.#options = options
    this.#findServer = findServer
    this.#sealer = sealer
  }

  /** The file appears when it is complete. */
  toFile(path: string, replace: boolean, course: TransferContext): Promise<BackupResult> {
    return this.#withSource(async (source) => {
      const identity = await this.#identity(source, course, () => expectPrivateFolder(folderOf(path), path))
      const output = await OutputFile.create(path, { replace, compress: true, sealer: this.#sealer })
      try {
        const result = await this.#write(source, output, identity, course)
        return { ...result, path, size: await output.finish(), hasIdentity: this.#hasIdentity }
      } catch (error) {
        await output.abandon()
        throw error
      }
    })
  }

  toStream(target: ExportTarget, course: TransferContext): Promise<BackupResult> {
    return this.#withSource(async (source) => {
      const identity = await this.#identity(source, course, () => {
        throw new TransferError(
          'the keys of the server are written to a stream only encrypted: add --passphrase-file or --recipient-file, or --without-identity',
        )
      })
      let size = 0
      const write = async (bytes: Buffer) => {
        size += bytes.length
        await target.write(bytes)
      }
      const packer = await Packer.start({ compress: true, sealer: this.#sealer })
      await write(packer.header)
      const packed = { write: async (bytes: Buffer) => write(await packer.pack(bytes)) }
      const result = await this.#write(source, packed, identity, course)
      await write(packer.end())
      return { ...result, path: '', size, hasIdentity: this.#hasIdentity }
    })
  }

  /** Makes a backup in a folder, and removes the oldest ones. */
  async toFolder(folder: string, keep: number, course: TransferContext): Promise<BackupResult> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const result = await this.toFile(join(folder, backupName(Date.now())), true, course)
    await pruneBackups(folder, keep)
    return result
  }

  get #hasIdentity(): boolean {
    return !this.#options.withoutIdentity
  }

  /** The keys for the header. `expectPrivate` throws if nobody but their owner must read them and others could. */
  async #identity(
    source: BackupSource,
    { signal }: TransferContext,
    expectPrivate: () => Promise<void> | void,
  ): Promise<Identity | undefined> {
    if (this.#options.withoutIdentity) return undefined
    const identity = await source.identity(signal)
    if (isIdentityEmpty(identity)) return undefined
    if (this.#sealer === undefined) await expectPrivate()
    return identity
  }

  #write(
    source: BackupSource,
    target: ExportTarget,
    identity: Identity | undefined,
    course: TransferContext,
  ): Promise<ExportResult> {
    const rate = this.#options.rate || undefined
    return source.write(target, { ...course, identity, rate, version: packageVersion() })
  }

  async #withSource<T>(work: (source: BackupSource) => Promise<T>): Promise<T> {
    const { dataDir } = this.#options
    if (dataDir === '') {
      const client = new ServerClient(await this.#findServer())
      return work(serverSource(client, BACKUP_PATH, IDENTITY_PATH)).finally(() => client.close())
    }
    const config = { ...defaultConfig, dataDir }
    return withStore(config, { create: false }, async (storage) => {
      const secrets = await openSecrets(config, storage)
      return work(storeSource(storage, () => readStoreIdentity(secrets, dataDir)))
    })
  }
}

/** How long after a failure the next attempt is, at most. */
const MAX_RETRY_MS = 60_000

/** Repeats work at an interval until the signal. A failure is reported, and repeated sooner. */
export async function repeated(
  everyMs: number,
  signal: AbortSignal,
  work: () => Promise<void>,
  onFailure: (error: unknown, retryMs: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    const started = Date.now()
    let wait = everyMs
    try {
      await work()
      wait = Math.max(0, started + everyMs - Date.now())
    } catch (error) {
      signal.throwIfAborted()
      wait = Math.min(everyMs, MAX_RETRY_MS)
      onFailure(error, wait)
    }
    await pause(wait, undefined, { signal }).catch(() => undefined)
  }
}
