import type { BackupResponses } from '#backup/backup-response.js'
import type { HeldRevisions } from '#backup/held-revisions.js'
import { sendText } from '#http/response/respond.js'
import type { Route } from '#http/routes/route.js'
import { serviceUnavailable } from '#meta/api-error.js'
import type { ServerSecrets } from '#registry/server-secrets.js'
import type { ServerConfig } from '#server/config.js'
import { packageVersion } from '#server/version.js'
import type { Storage } from '#storage/contract.js'
import type { Clock } from '#util/clock.js'
import { BACKUP_PATH, CHANGES_PATH, IDENTITY_PATH } from './paths.js'

export interface BackupDependencies {
  readonly storage: Storage
  readonly held: HeldRevisions
  readonly secrets: ServerSecrets
  readonly clock: Clock
}

/** Serves backups over HTTP. The code is loaded with the first request. */
export class Backups {
  readonly routes: readonly Route[]
  readonly #dependencies: BackupDependencies
  #responses: Promise<BackupResponses> | undefined
  #isClosed = false

  constructor(config: ServerConfig, dependencies: BackupDependencies) {
    this.#dependencies = dependencies
    this.routes = [
      {
        path: BACKUP_PATH,
        negotiated: false,
        isLongRunning: true,
        respond: async (context) => (await this.#open()).respond(context),
      },
      {
        path: CHANGES_PATH,
        negotiated: false,
        isLongRunning: true,
        respond: async (context) => (await this.#open()).changes(context),
      },
      {
        path: IDENTITY_PATH,
        negotiated: false,
        respond: async (context) => {
          const { readStoreIdentity } = await import('#backup/store-identity.js')
          const identity = await readStoreIdentity(dependencies.secrets, authorityFolder(config))
          context.response.setHeader('Cache-Control', 'no-store')
          return sendText(context, 200, `${JSON.stringify(identity)}\n`, 'application/json')
        },
      },
    ]
  }

  async close(): Promise<void> {
    this.#isClosed = true
    ;(await this.#responses)?.close()
  }

  #open(): Promise<BackupResponses> {
    if (this.#isClosed) throw serviceUnavailable('the server is shutting down')
    const { storage, held, clock } = this.#dependencies
    this.#responses ??= import('#backup/backup-response.js').then(
      ({ BackupResponses }) =>
        new BackupResponses({ storage, held, version: packageVersion(), now: () => clock.now() }),
    )
    return this.#responses
  }
}

/** The folder with the self-signed authority; undefined if it does not belong to the store. */
export function authorityFolder({
  storage,
  tlsSelfSigned,
  dataDir,
}: Pick<ServerConfig, 'storage' | 'tlsSelfSigned' | 'dataDir'>): string | undefined {
  return storage === 'embedded' || tlsSelfSigned ? dataDir : undefined
}
