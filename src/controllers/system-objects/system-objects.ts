import { servesStored } from '../../cache/resource-version-splice.js'
import type { ApiObject } from '../../meta/api-object.js'
import { objectKey } from '../../registry/keys.js'
import type { CanonicalObject, CanonicalWriter } from '../../registry/write/canonical-writer.js'
import type { Controller, ControllerParts } from '../controller.js'
import { doublingBackOff, WorkQueue } from '../work-queue.js'
import { SYSTEM_OBJECTS } from './objects.js'
import { type OwnAddress, ownService } from './own-service.js'
import { instantiate, type SystemObject } from './system-object.js'

/** There is one thing to do: to compare all of them with what there is. */
const ALL = {}

/**
 * Creates the objects that every server has, in one write once the server listens, and again when one of them was deleted.
 * What leads to the server itself is brought up to date.
 */
export class SystemObjects implements Controller {
  readonly name = 'system-objects'
  readonly #parts: ControllerParts
  readonly #writer: CanonicalWriter
  readonly #queue: WorkQueue<object>
  readonly #release: (() => void)[] = []
  /** By their keys; none before it is known where the server listens. */
  #wanted: ReadonlyMap<string, SystemObject> = new Map()
  #prefixes: ReadonlySet<string> = new Set()
  #leading = false

  constructor(parts: ControllerParts, writer: CanonicalWriter) {
    this.#parts = parts
    this.#writer = writer
    this.#queue = new WorkQueue({
      concurrency: 1,
      work: () => this.#bringAbout(),
      backOff: doublingBackOff,
      onFailure: (_, error, failures) =>
        parts.logger.debug({ failures, error: String(error) }, 'objects of the system are not there yet'),
    })
  }

  start(): void {
    const { feed, leadership } = this.#parts
    this.#release.push(
      feed.follow(
        ({ before, after }) => {
          if (this.#wanted.has((after ?? before)?.key ?? '')) this.#check()
        },
        ({ prefix }) => this.#prefixes.has(prefix),
      ),
      leadership.whenLeading(
        () => {
          this.#leading = true
          this.#check()
        },
        () => {
          this.#leading = false
          this.#queue.clear()
        },
      ),
    )
  }

  /** To be called when the server listens. */
  serveAt(address: OwnAddress): void {
    const objects = [...SYSTEM_OBJECTS, ...ownService(address)]
    this.#wanted = new Map(
      objects.map((object) => [objectKey(object, object.namespace, object.name), object]),
    )
    this.#prefixes = new Set(objects.map(({ prefix }) => prefix))
    this.#check()
  }

  get pending(): number {
    return this.#queue.size
  }

  settled(): Promise<void> {
    return this.#queue.idle()
  }

  close(): Promise<void> {
    this.#leading = false
    for (const release of this.#release.splice(0)) release()
    return this.#queue.close()
  }

  #check(): void {
    if (this.#leading && this.#wanted.size > 0) this.#queue.add(ALL)
  }

  async #bringAbout(): Promise<void> {
    if (!this.#leading) return
    const due: CanonicalObject[] = []
    for (const [key, system] of this.#wanted) {
      const change = this.#changeOf(key, system)
      if (change !== undefined) due.push(change)
    }
    if (!(await this.#writer.write(due))) throw new Error('another server has written some of them')
  }

  /** Undefined when the object is as it should be. */
  #changeOf(key: string, system: SystemObject): CanonicalObject | undefined {
    const { restore, allocations = [] } = system
    const found = this.#parts.feed.find(key)
    if (found === undefined) {
      const taken = allocations.find((name) => !this.#writer.isFree(name))
      if (taken === undefined) return { key, object: instantiate(system), replaces: undefined, allocations }
      this.#parts.logger.warn({ key, taken }, 'an object of the system cannot have what another object holds')
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
