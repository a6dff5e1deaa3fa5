import { servesStored } from '#cache/resource-version-splice.js'
import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import type { ApiObject } from '#meta/object-meta.js'
import { objectKey } from '#registry/keys.js'
import type { CanonicalObject, CanonicalWriter } from '#registry/write/canonical-writer.js'
import { type FlowControl, flowControlObjects } from './flow-control.js'
import { kubernetesService, type ListenAddress } from './kubernetes-service.js'
import { systemObjects } from './objects.js'
import type { ServiceAddresses } from './service-addresses.js'
import { instantiate, type SystemObject } from './system-object.js'

/** The only work item: compare all objects with the store. */
const ALL = {}

/**
 * Creates the system objects in one write once the server listens, and again if one is deleted. Updates those
 * with the server's own address.
 */
export class SystemObjects extends QueueController<typeof ALL> {
  readonly name = 'system-objects'
  readonly #writer: CanonicalWriter
  readonly #flowControl: FlowControl
  readonly #addresses: ServiceAddresses
  /** By key; empty until the server listens. */
  #wanted: ReadonlyMap<string, SystemObject> = new Map()
  #prefixes: ReadonlySet<string> = new Set()

  constructor(
    context: ControllerContext,
    writer: CanonicalWriter,
    flowControl: FlowControl,
    addresses: ServiceAddresses,
  ) {
    super(context, 1)
    this.#addresses = addresses
    this.#writer = writer
    this.#flowControl = flowControl
  }

  protected follow(): readonly (() => void)[] {
    return [
      this.context.feed.follow(
        ({ before, after }) => {
          if (this.#wanted.has((after ?? before)?.key ?? '')) this.add(ALL)
        },
        ({ prefix }) => this.#prefixes.has(prefix),
      ),
    ]
  }

  protected lead(): Iterable<typeof ALL> {
    return this.#wanted.size > 0 ? [ALL] : []
  }

  protected onFailure(_: typeof ALL, error: unknown, failures: number): void {
    this.context.logger.debug({ failures, error: String(error) }, 'failed to create system objects')
  }

  /** Called when the server listens. */
  setAddress(address: ListenAddress): void {
    const objects = [
      ...systemObjects(this.#addresses),
      ...flowControlObjects(this.#flowControl),
      ...kubernetesService(address, this.#addresses),
    ]
    this.#wanted = new Map(
      objects.map((object) => [objectKey(object, object.namespace, object.name), object]),
    )
    this.#prefixes = new Set(objects.map(({ prefix }) => prefix))
    this.add(ALL)
  }

  protected async work(): Promise<void> {
    if (!this.isLeading) return
    const due: CanonicalObject[] = []
    for (const [key, system] of this.#wanted) {
      const change = this.#changeOf(key, system)
      if (change !== undefined) due.push(change)
    }
    if (!(await this.#writer.write(due))) throw new Error('another server has written some of them')
  }

  /** Undefined if the object is up to date. */
  #changeOf(key: string, system: SystemObject): CanonicalObject | undefined {
    const { restore, allocations = [], isDue } = system
    const { feed } = this.context
    const found = feed.find(key)
    if (found === undefined) {
      if (isDue?.((key) => feed.find(key)) === false) return undefined
      const taken = allocations.find((name) => !this.#writer.isFree(name))
      if (taken === undefined)
        return { key, object: instantiate(system, this.context), replaces: undefined, allocations }
      this.context.logger.warn({ key, taken }, 'a value of a system object belongs to another object')
      return undefined
    }
    if (restore === undefined) return undefined
    const object = JSON.parse(found.json.toString()) as ApiObject & Record<string, unknown>
    restore(object)
    object.metadata.resourceVersion = ''
    if (servesStored(found.json, Buffer.from(JSON.stringify(object)))) return undefined
    return { key, object, replaces: found.revision, allocations }
  }
}
