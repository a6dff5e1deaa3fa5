import type { ObjectMeta } from '../meta/object-meta.js'
import type { Revision } from '../storage/contract.js'
import { endOfObject } from './json-scan.js'
import { replaceResourceVersion, withResourceVersion } from './resource-version-splice.js'

const METADATA = Buffer.from('"metadata":')

/**
 * An object as it is served: the JSON of the wire, complete and ready for the socket, with what selectors
 * look at beside it.
 */
export class CachedObject {
  /** Where it lies in the store. */
  readonly key: string
  /** Empty for kinds without namespaces. */
  readonly namespace: string
  readonly name: string
  readonly revision: Revision
  /** The object as JSON. */
  readonly json: Buffer
  readonly labels: Readonly<Record<string, string>> | undefined
  /** Whether nobody still has to act on it before it counts as created. */
  readonly initialized: boolean

  /** The object of a value in the store, which has an empty resource version. */
  static fromStored(key: string, revision: Revision, stored: Buffer): CachedObject {
    return new CachedObject(key, revision, withResourceVersion(stored, revision))
  }

  constructor(key: string, revision: Revision, json: Buffer) {
    this.key = key
    // group/plural/[namespace/]name
    const path = key.indexOf('/', key.indexOf('/') + 1) + 1
    const slash = key.indexOf('/', path)
    this.namespace = slash < 0 ? '' : key.slice(path, slash)
    this.name = key.slice(slash < 0 ? path : slash + 1)
    this.revision = revision
    this.json = json
    const { labels, initializers } = this.metadata()
    this.labels = labels
    this.initialized = initializers === undefined
  }

  /** Parses the metadata alone. */
  metadata(): ObjectMeta {
    return JSON.parse(this.metadataJson()) as ObjectMeta
  }

  /** The metadata as text; it comes before the rest of the object. */
  metadataJson(): string {
    const start = this.json.indexOf(METADATA) + METADATA.length
    return this.json.toString('utf8', start, endOfObject(this.json, start))
  }

  /** The same object under another revision. */
  at(revision: Revision): CachedObject {
    return new CachedObject(this.key, revision, replaceResourceVersion(this.json, revision))
  }
}
