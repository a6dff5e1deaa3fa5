import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import { instantiate, type SystemObject } from '#controllers/system-objects/system-object.js'
import type { ApiObject } from '#meta/object-meta.js'
import { objectKey } from '#registry/keys.js'
import type { CanonicalWriter } from '#registry/write/canonical-writer.js'
import { type AuthenticationInfo, combinedInfo } from './authentication-info.js'

/** The only work item. */
const INFO = {}

const CONFIG_MAP = {
  prefix: 'core/configmaps/',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'kube-system',
  name: 'extension-apiserver-authentication',
  hasGeneration: false,
} as const

export const AUTHENTICATION_INFO_KEY = objectKey(CONFIG_MAP, CONFIG_MAP.namespace, CONFIG_MAP.name)

/** Publishes what extension servers need to know of authentication, and restores it. */
export class AuthenticationInfoController extends QueueController<typeof INFO> {
  readonly name = 'authentication-info'
  readonly #writer: CanonicalWriter
  readonly #read: () => AuthenticationInfo

  /** `read` returns the information of this server. */
  constructor(context: ControllerContext, writer: CanonicalWriter, read: () => AuthenticationInfo) {
    super(context, 1)
    this.#writer = writer
    this.#read = read
  }

  /** The information has changed. */
  refresh(): void {
    this.add(INFO)
  }

  protected follow(): readonly (() => void)[] {
    return [
      this.context.feed.follow(
        ({ before, after }) => {
          if ((after ?? before)?.key === AUTHENTICATION_INFO_KEY) this.add(INFO)
        },
        ({ prefix }) => prefix === CONFIG_MAP.prefix,
      ),
    ]
  }

  protected lead(): Iterable<typeof INFO> {
    return [INFO]
  }

  protected onFailure(_: typeof INFO, error: unknown, failures: number): void {
    this.context.logger.debug({ failures, error: String(error) }, 'failed to publish how to authenticate')
  }

  protected async work(): Promise<void> {
    const own = this.#read()
    if (!this.isLeading || Object.keys(own).length === 0) return
    const found = this.context.feed.find(AUTHENTICATION_INFO_KEY)
    const now = this.context.clock.now()
    const stored = found && (JSON.parse(found.json.toString()) as ApiObject & { data?: AuthenticationInfo })
    const data = combinedInfo(stored?.data ?? {}, own, now)
    if (JSON.stringify(stored?.data) === JSON.stringify(data)) return
    const system: SystemObject = { ...CONFIG_MAP, content: () => ({ data }) }
    const object = stored === undefined ? instantiate(system, this.context) : { ...stored, data }
    const change = { key: AUTHENTICATION_INFO_KEY, object, replaces: found?.revision, allocations: [] }
    if (!(await this.#writer.write([change]))) throw new Error('another server has changed it')
  }
}
