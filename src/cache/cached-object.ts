import type { ObjectMeta } from '../meta/object-meta.js'
import type { Revision } from '../storage/contract.js'
import { endOfObject } from './json-scan.js'
import { replaceResourceVersion, withResourceVersion } from './resource-version-splice.js'

const METADATA = Buffer.from('"metadata":')
const CREATED = Buffer.from('"creationTimestamp":')
/** `2006-01-02T15:04:05Z` with its quotes. */
const TIME_LENGTH = 22
const LABELS = Buffer.from(',"labels":')
const DELETED = Buffer.from(',"deletion')
// Without the quote before the name: a search for a rare first character is four times as fast.
const INITIALIZERS = Buffer.from('initializers":')

type Labels = Readonly<Record<string, string>>

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
  readonly labels: Labels | undefined
  /** Whether no initializer has to act on the object any more before it counts as created. */
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
    this.labels = this.#readLabels()
    this.initialized = !json.includes(INITIALIZERS) || this.metadata().initializers === undefined
  }

  /** Parses the metadata alone, which comes before the rest of the object. */
  metadata(): ObjectMeta {
    const start = this.#metadataStart
    return JSON.parse(this.json.toString('utf8', start, endOfObject(this.json, start))) as ObjectMeta
  }

  /** The bytes of this object with other metadata in the place of its own. */
  withMetadata(metadata: Buffer): Buffer {
    const { json } = this
    const start = this.#metadataStart
    return Buffer.concat([json.subarray(0, start), metadata, json.subarray(endOfObject(json, start))])
  }

  get #metadataStart(): number {
    return this.json.indexOf(METADATA) + METADATA.length
  }

  /** When it was created, found without parsing anything; undefined when that is not known. */
  createdAt(): string | undefined {
    const created = this.json.indexOf(CREATED)
    const value = created + CREATED.length
    if (created < 0 || this.json[value] !== QUOTE) return undefined
    return this.json.toString('latin1', value + 1, value + TIME_LENGTH - 1)
  }

  /** The same object under another revision. */
  at(revision: Revision): CachedObject {
    return new CachedObject(this.key, revision, replaceResourceVersion(this.json, revision))
  }

  /**
   * Every object that is written comes by here, and its labels are a small part of its metadata. They stand right
   * behind the time of creation, which all objects have, unless the object is being deleted.
   */
  #readLabels(): Labels | undefined {
    const { json } = this
    const created = json.indexOf(CREATED)
    if (created < 0) return this.metadata().labels
    const value = created + CREATED.length
    const behind = value + (json[value] === QUOTE ? TIME_LENGTH : NULL_LENGTH)
    if (startsAt(json, DELETED, behind)) return this.metadata().labels
    if (!startsAt(json, LABELS, behind)) return undefined
    const start = behind + LABELS.length
    return JSON.parse(json.toString('utf8', start, endOfObject(json, start))) as Labels
  }
}

const QUOTE = 0x22
const NULL_LENGTH = 4

function startsAt(json: Buffer, text: Buffer, start: number): boolean {
  return json.compare(text, 0, text.length, start, Math.min(start + text.length, json.length)) === 0
}
