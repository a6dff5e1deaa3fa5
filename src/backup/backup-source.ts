import type { Storage } from '#storage/contract.js'
import { ExportReader } from '#transfer/export-reader.js'
import { type ExportResult, exportStore } from '#transfer/export-store.js'
import { type ExportTarget, ExportWriter } from '#transfer/export-writer.js'
import { FORMAT } from '#transfer/format.js'
import { type Identity, readIdentity } from '#transfer/identity.js'
import { type TransferContext, TransferError } from '#transfer/progress.js'
import { rateLimited } from './rate-limit.js'
import type { ServerClient } from './remote/server-client.js'

export interface SourceOptions extends TransferContext {
  /** The keys of the server, for the header. */
  readonly identity: Identity | undefined
  /** In bytes per second; undefined for no limit. */
  readonly rate: number | undefined
  /** The program's version, for the header. */
  readonly version: string
}

/** What a backup is made of. */
export interface BackupSource {
  identity(signal: AbortSignal): Promise<Identity>
  write(target: ExportTarget, options: SourceOptions): Promise<ExportResult>
}

/** A store that no server uses. */
export function storeSource(storage: Storage, identity: () => Promise<Identity>): BackupSource {
  return {
    identity,
    write: (target, { rate, ...options }) =>
      exportStore(storage, rate === undefined ? target : rateLimited(target, rate, options.signal), options),
  }
}

const RECORDS_PER_REPORT = 100

/** The store of a running server. What it sends is checked before it counts. */
export function serverSource(client: ServerClient, backupPath: string, identityPath: string): BackupSource {
  return {
    async identity(signal) {
      const identity = readIdentity(
        await client.getJson(identityPath, signal).catch((error: unknown) => {
          if (!(error instanceof TransferError)) throw error
          throw new TransferError(`${error.message}; --without-identity leaves the keys out`, {
            cause: error,
          })
        }),
      )
      if (identity !== undefined) return identity
      throw new TransferError(`${client.server}: the response does not hold the keys of the server`)
    },
    async write(target, { identity, rate, version, onProgress, signal }) {
      const path = rate === undefined ? backupPath : `${backupPath}?rate=${rate}`
      const reader = await ExportReader.open(
        client.stream('GET', path, signal),
        `the response of ${client.server}`,
      )
      const { created, revision } = reader.header
      try {
        const writer = new ExportWriter(target, { format: FORMAT, created, version, revision, identity })
        let done = 0
        for await (const record of reader.records()) {
          await writer.add(record)
          if (++done % RECORDS_PER_REPORT !== 0) continue
          onProgress({ step: 'writing', unit: 'records', done, total: undefined })
          signal.throwIfAborted()
        }
        return { ...(await writer.finish()), revision }
      } finally {
        await reader.close()
      }
    },
  }
}
