import type { ServerConfig } from '#server/config.js'
import { OPTIONS } from '#server/options/table.js'
import type { RunningServer } from '#server/server.js'
import { UsageError } from './process-environment.js'

type Reloadable = Pick<RunningServer, 'setLogLevel' | 'reopenLogs' | 'reloadEncryption'>

/** Reads the configuration again, and changes what can change while the server runs. */
export class Reloading {
  readonly #reread: () => Promise<ServerConfig>
  readonly #server: Reloadable
  #config: ServerConfig

  constructor(config: ServerConfig, reread: () => Promise<ServerConfig>, server: Reloadable) {
    this.#config = config
    this.#reread = reread
    this.#server = server
  }

  /** Returns what happened, a line each. */
  async reload(): Promise<readonly string[]> {
    const lines = [...(await this.#reopenLogs()), ...(await this.#reloadEncryption())]
    try {
      return [...lines, ...this.#apply(await this.#reread())]
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      return [...lines, `did not reload its configuration: ${error.message}`]
    }
  }

  async #reopenLogs(): Promise<readonly string[]> {
    try {
      await this.#server.reopenLogs()
      return []
    } catch (error) {
      return [`still writes to the old access log: ${(error as Error).message}`]
    }
  }

  async #reloadEncryption(): Promise<readonly string[]> {
    try {
      await this.#server.reloadEncryption()
      return []
    } catch (error) {
      return [`still encrypts as before: ${(error as Error).message}`]
    }
  }

  #apply(next: ServerConfig): readonly string[] {
    const changed = (Object.keys(next) as (keyof ServerConfig)[]).filter(
      (key) => JSON.stringify(next[key]) !== JSON.stringify(this.#config[key]),
    )
    this.#server.setLogLevel(next.logLevel)
    this.#config = { ...this.#config, logLevel: next.logLevel }
    const lines = changed.map((key) =>
      key === 'logLevel'
        ? `logs from level ${next.logLevel} on`
        : `must be restarted for the new value of ${OPTIONS[key].flag}`,
    )
    return [
      'reloaded its configuration; it reads certificates, tokens and policies when their files change',
      ...lines,
    ]
  }
}
