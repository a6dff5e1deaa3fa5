import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import { instantiate, type SystemObject } from '#controllers/system-objects/system-object.js'
import type { ApiObject } from '#meta/object-meta.js'
import { objectKey } from '#registry/keys.js'
import type { CanonicalWriter } from '#registry/write/canonical-writer.js'
import { dayOf } from './last-used.js'

/** The only work item. */
const TRACKING = {}

const CONFIG_MAP = {
  prefix: 'core/configmaps/',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'kube-system',
  name: 'kube-apiserver-legacy-service-account-token-tracking',
  hasGeneration: false,
} as const
const KEY = objectKey(CONFIG_MAP, CONFIG_MAP.namespace, CONFIG_MAP.name)

type Data = Readonly<Record<string, string>>

/** Publishes since when the uses of tokens in Secrets are noted: an older token without the label was not used since. */
export class TokenTracking extends QueueController<typeof TRACKING> {
  readonly name = 'legacy-token-tracking'
  readonly #writer: CanonicalWriter

  constructor(context: ControllerContext, writer: CanonicalWriter) {
    super(context, 1)
    this.#writer = writer
  }

  protected follow(): readonly (() => void)[] {
    return [
      this.context.feed.follow(
        ({ before, after }) => {
          if ((after ?? before)?.key === KEY) this.add(TRACKING)
        },
        ({ prefix }) => prefix === CONFIG_MAP.prefix,
      ),
    ]
  }

  protected lead(): Iterable<typeof TRACKING> {
    return [TRACKING]
  }

  protected onFailure(_: typeof TRACKING, error: unknown, failures: number): void {
    this.context.logger.debug(
      { failures, error: String(error) },
      'failed to publish since when tokens are noted',
    )
  }

  protected async work(): Promise<void> {
    if (!this.isLeading) return
    const found = this.context.feed.find(KEY)
    const stored = found && (JSON.parse(found.json.toString()) as ApiObject & { data?: Data })
    if (isDay(stored?.data?.since)) return
    const data = { ...stored?.data, since: dayOf(this.context.clock.now()) }
    const system: SystemObject = { ...CONFIG_MAP, content: () => ({ data }) }
    const object = stored === undefined ? instantiate(system, this.context) : { ...stored, data }
    const change = { key: KEY, object, replaces: found?.revision, allocations: [] }
    if (!(await this.#writer.write([change]))) throw new Error('another server has changed it')
  }
}

function isDay(text: string | undefined): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && dayOf(time) === text
}
