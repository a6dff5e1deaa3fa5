import { servesStored } from '#cache/resource-version-splice.js'
import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import { instantiate, type SystemObject } from '#controllers/system-objects/system-object.js'
import type { ApiObject } from '#meta/object-meta.js'
import { objectKey } from '#registry/keys.js'
import type { CanonicalObject, CanonicalWriter } from '#registry/write/canonical-writer.js'
import { AUTOUPDATE, POLICY_OBJECTS } from './objects.js'

/** The only work item: all default objects. */
const ALL = {}

/**
 * Creates the default roles and bindings, and restores missing rules, when the server becomes leader. Later changes
 * by an administrator stay until then.
 */
export class BootstrapPolicy extends QueueController<typeof ALL> {
  readonly name = 'bootstrap-policy'
  readonly #writer: CanonicalWriter

  constructor(parts: ControllerContext, writer: CanonicalWriter) {
    super(parts, 1)
    this.#writer = writer
  }

  protected follow(): readonly (() => void)[] {
    return []
  }

  protected lead(): Iterable<typeof ALL> {
    return [ALL]
  }

  protected onFailure(_: typeof ALL, error: unknown, failures: number): void {
    this.context.logger.debug({ failures, error: String(error) }, 'the first roles are not there yet')
  }

  protected async work(): Promise<void> {
    if (!this.isLeading) return
    const due = POLICY_OBJECTS.flatMap((system) => this.#changeOf(system) ?? [])
    if (!(await this.#writer.write(due))) throw new Error('another server changed them concurrently')
  }

  /** Undefined if the object needs no change. */
  #changeOf(system: SystemObject): CanonicalObject | undefined {
    const key = objectKey(system, system.namespace, system.name)
    const found = this.context.feed.find(key)
    if (found === undefined)
      return { key, object: instantiate(system, this.context), replaces: undefined, allocations: [] }
    const object = JSON.parse(found.json.toString()) as ApiObject & Record<string, unknown>
    const { metadata } = object
    if (metadata.annotations?.[AUTOUPDATE] === 'false' || metadata.deletionTimestamp) return undefined
    system.restore?.(object)
    metadata.resourceVersion = ''
    if (servesStored(found.json, Buffer.from(JSON.stringify(object)))) return undefined
    return { key, object, replaces: found.revision, allocations: [] }
  }
}
