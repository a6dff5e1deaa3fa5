import type { LoggedWrite } from '#backup/archive/log-format.js'
import { LogReader } from '#backup/archive/log-reader.js'
import type { ServerClient } from '#backup/remote/server-client.js'
import { ExportReader } from '#transfer/export-reader.js'
import { type Identity, readIdentity } from '#transfer/identity.js'
import { TransferError } from '#transfer/progress.js'
import type { MigrationSource, SourceSnapshot, SourceStatus } from './migration-source.js'

export interface ServerPaths {
  readonly backup: string
  readonly changes: string
  readonly identity: string
  readonly readOnly: string
}

/** The store of a running server. */
export class ServerSource implements MigrationSource {
  readonly #client: ServerClient
  readonly #paths: ServerPaths
  readonly #rate: number

  /** `rate` is the limit for a snapshot, in bytes per second; 0 for none. */
  constructor(client: ServerClient, paths: ServerPaths, rate: number) {
    this.#client = client
    this.#paths = paths
    this.#rate = rate
  }

  get name(): string {
    return this.#client.server
  }

  async status(signal: AbortSignal): Promise<SourceStatus> {
    const { revision, id, movedTo } = await this.#json('GET', this.#paths.readOnly, signal)
    const moved = typeof movedTo === 'string' ? { id: String(id), to: movedTo } : undefined
    return { revision: Number(revision), moved }
  }

  async snapshot(signal: AbortSignal, isUrgent = false): Promise<SourceSnapshot> {
    const { backup } = this.#paths
    const path = this.#rate === 0 || isUrgent ? backup : `${backup}?rate=${this.#rate}`
    const reader = await ExportReader.open(
      this.#client.stream('GET', path, signal),
      `the backup of ${this.name}`,
    )
    const { revision, created } = reader.header
    return { revision, time: created, records: () => reader.records(), close: () => reader.close() }
  }

  async *changes(after: number, signal: AbortSignal): AsyncGenerator<LoggedWrite> {
    const name = `the changes of ${this.name}`
    const log = await LogReader.of(
      this.#client.stream('GET', `${this.#paths.changes}?after=${after}`, signal),
      name,
    )
    if (log === undefined || log.header.after !== after) throw new TransferError(`${name} are not complete`)
    yield* log.writes()
  }

  async hold(id: string, seconds: number, signal: AbortSignal): Promise<number> {
    const path = `${this.#paths.readOnly}?id=${id}&seconds=${seconds}`
    return Number((await this.#json('POST', path, signal)).revision)
  }

  async extend(id: string, seconds: number, signal: AbortSignal): Promise<void> {
    await this.#json('POST', `${this.#paths.readOnly}?id=${id}&seconds=${seconds}&extend=true`, signal)
  }

  async move(id: string, to: string, signal: AbortSignal): Promise<void> {
    await this.#json('POST', `${this.#paths.readOnly}?id=${id}&movedTo=${encodeURIComponent(to)}`, signal)
  }

  async release(id: string | undefined, signal: AbortSignal): Promise<void> {
    await this.#json('DELETE', `${this.#paths.readOnly}${id === undefined ? '' : `?id=${id}`}`, signal)
  }

  async identity(signal: AbortSignal): Promise<Identity> {
    return readIdentity(await this.#client.getJson(this.#paths.identity, signal)) ?? {}
  }

  async #json(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    return (await this.#client.json(method, path, signal)) as Readonly<Record<string, unknown>>
  }
}
