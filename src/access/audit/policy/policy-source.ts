import type { AuditPolicy } from '#access/audit/audit.js'
import { decodeConfigDocument, readConfigDocument } from '#access/config-document.js'
import { WatchedFile } from '#access/watched-file.js'
import type { Logger } from '#observe/logger.js'
import { CompiledPolicy } from './compiled-policy.js'
import type { Policy } from './policy.js'
import { POLICY_DOCUMENT } from './policy-document.js'

/**
 * The default policy: every write with its outcome. Reads are recorded only if they are forbidden, which no rule can
 * express.
 */
export const DEFAULT_POLICY: Policy = {
  omitStages: ['RequestReceived'],
  rules: [{ level: 'None', verbs: ['get', 'list', 'watch', 'head', 'options'] }, { level: 'Metadata' }],
}

/** A source of the current policy. `close` stops watching the file. */
export interface PolicySource extends AuditPolicy {
  close(): void
}

export const defaultPolicy = (): PolicySource => ({
  current: new CompiledPolicy(DEFAULT_POLICY),
  recordsRefusals: true,
  close: () => undefined,
})

/** A policy from a program. Throws `ConfigDocumentError`. */
export const staticPolicy = (policy: object): PolicySource => ({
  current: new CompiledPolicy(decodeConfigDocument(POLICY_DOCUMENT, policy)),
  recordsRefusals: false,
  close: () => undefined,
})

/** A policy from a file, reloaded on changes. An invalid file is logged, and the previous policy stays. */
export class PolicyFile implements PolicySource {
  readonly recordsRefusals = false
  #current: CompiledPolicy | undefined
  #file: WatchedFile | undefined

  /** Rejects if the file cannot be read or is invalid. */
  static async open(path: string, logger: Logger): Promise<PolicyFile> {
    const source = new PolicyFile()
    source.#file = await WatchedFile.open(
      path,
      async (content) => {
        const isFirst = source.#current === undefined
        source.#current = new CompiledPolicy(await readConfigDocument(POLICY_DOCUMENT, content))
        if (!isFirst) logger.info({ file: path }, 'reloaded the audit policy')
      },
      (error) => logger.warn({ file: path, error: String(error) }, 'reloading the audit policy failed'),
    )
    return source
  }

  get current(): CompiledPolicy {
    return this.#current as CompiledPolicy
  }

  close(): void {
    this.#file?.close()
  }
}
