import type { AuditPolicy } from '#access/audit/audit.js'
import { decodeConfigDocument, readConfigDocument } from '#access/config-document.js'
import { WatchedFile } from '#access/watched-file.js'
import type { Logger } from '#observe/logger.js'
import { CompiledPolicy } from './compiled-policy.js'
import type { Policy } from './policy.js'
import { POLICY_DOCUMENT } from './policy-document.js'

/**
 * The policy when none is given: every write, with its outcome. Reads are recorded only when they are refused, which no rule
 * can say: that is known with the response.
 */
export const DEFAULT_POLICY: Policy = {
  omitStages: ['RequestReceived'],
  rules: [{ level: 'None', verbs: ['get', 'list', 'watch', 'head', 'options'] }, { level: 'Metadata' }],
}

/** A policy. `close` stops following its file. */
export interface PolicySource extends AuditPolicy {
  close(): void
}

export const defaultPolicy = (): PolicySource => ({
  current: new CompiledPolicy(DEFAULT_POLICY),
  recordsRefusals: true,
  close: () => undefined,
})

/** The policy that a program gives. Throws `ConfigDocumentError`. */
export const staticPolicy = (policy: object): PolicySource => ({
  current: new CompiledPolicy(decodeConfigDocument(POLICY_DOCUMENT, policy)),
  recordsRefusals: false,
  close: () => undefined,
})

/** The policy of a file, as the file is now. A mistake in it leaves the policy as it was, and is logged. */
export class PolicyFile implements PolicySource {
  readonly recordsRefusals = false
  #current: CompiledPolicy | undefined
  #file: WatchedFile | undefined

  /** Rejects when the file cannot be read, or holds no policy. */
  static async open(path: string, logger: Logger): Promise<PolicyFile> {
    const source = new PolicyFile()
    source.#file = await WatchedFile.open(
      path,
      async (content) => {
        const isFirst = source.#current === undefined
        source.#current = new CompiledPolicy(await readConfigDocument(POLICY_DOCUMENT, content))
        if (!isFirst) logger.info({ file: path }, 'the audit policy was read again')
      },
      (error) =>
        logger.warn({ file: path, error: String(error) }, 'the audit policy could not be read again'),
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
