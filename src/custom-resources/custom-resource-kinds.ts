import { isDeepStrictEqual } from 'node:util'
import type { CachedObject } from '#cache/cached-object.js'
import { customResourceDefinition } from '#kinds/apiextensions/customresourcedefinition/index.js'
import type { Logger } from '#observe/logger.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { ServedVersion, StoredKind } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { AdmissionPlugin, AdmittedOperation } from '#registry/write/admission.js'
import type { WebhookConverters } from '#webhooks/conversion/webhook-converter.js'
import type { DefinitionSource } from './custom-resource-kind.js'
import { definitionOutline, isServed, parseDefinition, type StoredDefinition, stateOf } from './definition.js'

export interface CustomResourceKindsOptions {
  readonly kinds: KindRegistry
  readonly feed: ChangeFeed
  readonly logger: Logger
  readonly converters: WebhookConverters
}

type MakeKind = typeof import('./custom-resource-kind.js').customResourceKind

/** A served custom resource kind. */
interface ServedKind {
  readonly kind: StoredKind
  readonly source: DefinitionSource
  /** The definition state of the kind; an equal state keeps it. */
  readonly state: string
  /** The revision since which the current schemas apply. */
  readonly since: number
}

/**
 * Serves the kinds of definitions. A definition is handled while its write is applied to the cache, so its kind
 * is served before the write is acknowledged, on every server.
 */
export class CustomResourceKinds {
  readonly #options: CustomResourceKindsOptions
  /** By definition name. */
  readonly #served = new Map<string, ServedKind>()
  #makeKind: MakeKind | undefined
  #release: (() => void) | undefined

  constructor(options: CustomResourceKindsOptions) {
    this.#options = options
  }

  /** Serves existing definitions and follows new ones. */
  async start(): Promise<void> {
    const { feed } = this.#options
    if (feed.objectsOf(customResourceDefinition).length > 0) await this.load()
    // Nothing changes between the two.
    for (const definition of feed.objectsOf(customResourceDefinition)) this.#put(definition, undefined)
    this.#release = feed.follow(
      ({ before, after }) => {
        if (after !== undefined) {
          this.#put(after, before)
          // Definitions are large and rarely read. At the start, packing them all would take too long.
          after.pack()
        } else if (before !== undefined) this.#remove(before.name, true)
      },
      (kind) => kind === customResourceDefinition,
    )
  }

  /** Loads the code that a server without definitions never needs; undefined if it is loaded. */
  load(): Promise<void> | undefined {
    if (this.#makeKind !== undefined) return undefined
    return import('./custom-resource-kind.js').then(({ customResourceKind }) => {
      this.#makeKind = customResourceKind
    })
  }

  close(): void {
    this.#release?.()
  }

  #put(object: CachedObject, before: CachedObject | undefined): void {
    if (this.#makeKind === undefined) {
      this.#putLater(object.key)
      return
    }
    const definition = definitionOutline(object)
    if (!isServed(definition)) {
      this.#remove(object.name)
      return
    }
    const known = this.#served.get(object.name)
    const state = stateOf(definition)
    if (known?.state === state) {
      known.source.object = object
      return
    }
    const isSameSchema = known !== undefined && before !== undefined && hasSameSchemas(object, before)
    const since = isSameSchema ? known.since : object.revision
    const source = { object }
    this.#remove(object.name)
    this.#serve(object.name, {
      kind: this.#makeKind(definition, source, since, this.#options.converters),
      source,
      state,
      since,
    })
  }

  /** The first definition may come from another server. */
  #putLater(key: string): void {
    this.load()
      ?.then(() => {
        const definition = this.#options.feed.find(key)
        if (definition !== undefined) this.#put(definition, undefined)
      })
      .catch((err: unknown) => this.#options.logger.error({ err }, 'failed to load custom resource kinds'))
  }

  #serve(name: string, served: ServedKind): void {
    const { kinds, feed, logger } = this.#options
    try {
      kinds.add(served.kind)
    } catch (error) {
      // Definitions cannot use names of built-in kinds.
      logger.warn({ definition: name, error: String(error) }, 'a custom resource kind is not served')
      return
    }
    this.#served.set(name, served)
    feed.renew(served.kind)
  }

  /** The definition was deleted, or now defines another kind or none. */
  #remove(name: string, isGone = false): void {
    const { kinds, feed } = this.#options
    const known = this.#served.get(name)
    if (known === undefined) return
    this.#served.delete(name)
    kinds.remove(known.kind)
    if (isGone) feed.release(known.kind)
    else feed.renew(known.kind)
  }
}

function hasSameSchemas(left: CachedObject, right: CachedObject): boolean {
  const schemas = ({ spec }: StoredDefinition) =>
    spec.versions.map(({ name, storage, schema }) => ({ name, storage, schema }))
  return isDeepStrictEqual(schemas(parseDefinition(left)), schemas(parseDefinition(right)))
}

/** Loads the code for custom resources before the first definition is stored, so that its kind is served at once. */
export class DefinitionAdmission implements AdmissionPlugin {
  readonly name = 'DefinitionAdmission'
  readonly #kinds: CustomResourceKinds

  constructor(kinds: CustomResourceKinds) {
    this.#kinds = kinds
  }

  handles({ stored }: ServedVersion, operation: AdmittedOperation): boolean {
    return stored === customResourceDefinition && operation !== 'delete'
  }

  admit(): void | Promise<void> {
    return this.#kinds.load()
  }
}
