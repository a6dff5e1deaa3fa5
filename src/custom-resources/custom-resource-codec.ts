import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/api-object.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf, type ResourceName } from '#meta/resource.js'
import { ConversionNeeded } from '#registry/conversion-needed.js'
import type { ObjectCodec } from '#registry/object-codec.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { encoderOf } from '#schema/encode.js'
import { sameMeaning } from '#schema/equal.js'
import { expectRoom, LIMIT } from '#schema/json-bytes.js'
import { isMembers, setOwn } from '#schema/map-members.js'
import { unknownFields } from '#schema/unknown-fields.js'
import { applyDefaults, fillDefaults } from '#structural/defaults.js'
import { decodeEmbedded } from '#structural/embedded-resources.js'
import { ownershipShape } from '#structural/ownership.js'
import { prune, UnknownFields } from '#structural/prune.js'
import type { StructuralSchema } from '#structural/schema.js'
import { copyOf, isEqual } from '#structural/values.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { parseJson, stringifyJson } from '#util/json-integers.js'
import { once } from '#util/once.js'

/** An object of a defined kind: its metadata, and whatever else its schema says. */
export interface CustomResource extends ApiObject {
  [member: string]: unknown
}

export interface CodecOptions {
  readonly name: ResourceName
  readonly schema: () => StructuralSchema
  readonly hasStatus: boolean
  readonly isStorageVersion: boolean
  /** The schema of any version of the kind, by its `apiVersion`; undefined for a version that there is no longer. */
  readonly schemaIn: (apiVersion: string) => StructuralSchema | undefined
  /** Objects that were written since this revision were written by the schemas that are in force. */
  readonly since: number
  readonly digest: string
  /** Undefined where versions differ in nothing but their schemas. */
  readonly converter: ObjectConverter | undefined
}

/** Has something else than the server convert objects. */
export interface ObjectConverter {
  /** Throws `ConversionNeeded` where the object is not converted yet. */
  convert(object: CustomResource, apiVersion: string): CustomResource
  /** What a conversion is known by. Takes long for a large object. */
  identify(object: CustomResource, apiVersion: string): Conversion
  /** Undefined where the object is not converted yet; of it no more is looked at than its metadata. */
  converted(
    conversion: Pick<Conversion, 'key'>,
    object: CustomResource,
    apiVersion: string,
  ): CustomResource | undefined
  /** Has objects converted; undefined when there is nothing to wait for. */
  prepare(conversions: readonly Conversion[], apiVersion: string): Promise<void> | undefined
}

export interface Conversion {
  readonly object: ApiObject
  readonly key: string
  readonly size: number
}

const decodeMetadata = decoderOf(ObjectMeta)
const encodeMetadata = encoderOf(ObjectMeta)

const ZERO = { metadata: { creationTimestamp: null } }

/** Members of every object, which no schema of a definition describes. */
const COMMON: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata'])

/** The objects of one version of a defined kind. What clients have written in its schema is interpreted, never compiled to code. */
export class CustomResourceCodec implements ObjectCodec<CustomResource> {
  readonly #options: CodecOptions
  readonly #apiVersion: string
  /** What the bytes of every object begin with. */
  readonly #head: Buffer
  readonly #shape: () => ObjectCodec['shape']
  /** What was dropped of bodies, for as long as they are there: they are checked right after they are decoded. */
  readonly #unknown = new WeakMap<object, readonly string[]>()
  /** By what the conversion of an object is known: to find that takes longer than all else. */
  readonly #conversions = new WeakMap<CachedObject, string>()
  readonly zero = ZERO
  readonly hasStatus: boolean
  readonly digest: string

  constructor(options: CodecOptions) {
    this.#options = options
    this.hasStatus = options.hasStatus
    this.digest = options.digest
    this.#apiVersion = apiVersionOf(options.name)
    this.#head = Buffer.from(`{"kind":"${options.name.kind}","apiVersion":"${this.#apiVersion}","metadata":`)
    this.#shape = once(() => ownershipShape(options.schema()))
  }

  get schema(): StructuralSchema {
    return this.#options.schema()
  }

  get shape(): ObjectCodec['shape'] {
    return this.#shape()
  }

  readonly decode = (input: unknown): CustomResource => {
    const [unknown, inEmbedded] = [new UnknownFields(), new UnknownFields()]
    const object = this.#object(input)
    const schema = this.#options.schema()
    applyDefaults(schema, object)
    decodeEmbedded(schema, object, inEmbedded)
    prune(schema, object, unknown)
    this.#unknown.set(input as object, [...unknown.paths, ...inEmbedded.paths])
    return object
  }

  readonly decodeBare = (input: unknown): CustomResource => {
    const object = this.#object(input)
    prune(this.#options.schema(), object)
    return object
  }

  complete(object: CustomResource): void {
    applyDefaults(this.#options.schema(), object)
  }

  readonly encode = ({ kind: _, apiVersion: __, metadata, ...content }: ApiObject): Buffer => {
    const rest = stringifyJson(content)
    const tail = rest === '{}' ? '}' : `,${rest.slice(1)}`
    const json = Buffer.concat([this.#head, ...metadataPieces(metadata), Buffer.from(tail)])
    expectRoom(json.length)
    return json
  }

  isCurrent(object: CachedObject): boolean {
    const { isStorageVersion, since } = this.#options
    return isStorageVersion && object.revision > since && object.beginsWith(this.#head)
  }

  /**
   * What is stored has been written by a schema of its time: what the schema in force knows nothing of is dropped, and its
   * defaults are set. A version other than the stored one shows no more than it knows.
   */
  read(object: CachedObject): CustomResource {
    const converted = this.#converted(object)
    if (converted !== undefined) return converted
    const value = parseJson(object.json.toString()) as CustomResource
    if (this.isCurrent(object)) return value
    this.#complete(value, object.size)
    if (value.apiVersion === this.#apiVersion) return value
    const { converter } = this.#options
    if (converter === undefined) return this.#asOwn(value)
    const conversion = converter.identify(value, this.#apiVersion)
    this.#conversions.set(object, conversion.key)
    const known = this.#converted(object)
    if (known !== undefined) return known
    throw new ConversionNeeded(async () => converter.prepare([conversion], this.#apiVersion))
  }

  /** What was converted before; undefined where that is not known, or needs no conversion. */
  #converted(object: CachedObject): CustomResource | undefined {
    const key = this.#conversions.get(object)
    if (key === undefined) return undefined
    const stub = { kind: this.#options.name.kind, metadata: structuredClone(object.metadata()) }
    const converted = this.#options.converter?.converted({ key }, stub, this.#apiVersion)
    if (converted !== undefined) prune(this.#options.schema(), converted)
    return converted
  }

  /**
   * What is stored, with the defaults of the schema in force, as what it was written as. An object that they would make
   * larger than one may be is shown as it was stored: its readers cannot mend the schema, and it is one of many in lists.
   */
  #complete(value: CustomResource, size: number): void {
    const stored = this.#options.schemaIn(value.apiVersion ?? '')
    if (stored === undefined) return
    fillDefaults(stored, value, LIMIT - size)
    prune(stored, value)
  }

  /** Takes an object of another version over into this one. */
  #asOwn(value: CustomResource): CustomResource {
    const { converter, schema } = this.#options
    const object = converter === undefined ? value : converter.convert(value, this.#apiVersion)
    object.apiVersion = this.#apiVersion
    prune(schema(), object)
    return object
  }

  /** Has objects converted that others have to convert, many at a time; undefined when there is nothing to wait for. */
  prepare(objects: readonly CachedObject[]): Promise<void> | undefined {
    const { converter } = this.#options
    if (converter === undefined || objects.every((object) => this.isCurrent(object))) return undefined
    return this.#prepare(objects, converter)
  }

  /** Over several turns of the event loop when it takes long. */
  async #prepare(objects: readonly CachedObject[], converter: ObjectConverter): Promise<void> {
    const conversions: Conversion[] = []
    let budget = new TimeBudget()
    for (const object of objects) {
      if (this.isCurrent(object)) continue
      const value = parseJson(object.json.toString()) as CustomResource
      this.#complete(value, object.size)
      if (value.apiVersion === this.#apiVersion) continue
      const conversion = converter.identify(value, this.#apiVersion)
      this.#conversions.set(object, conversion.key)
      conversions.push(conversion)
      if (!budget.isOver) continue
      await yieldToEventLoop()
      budget = new TimeBudget()
    }
    await converter.prepare(conversions, this.#apiVersion)
  }

  get isConverted(): boolean {
    return this.#options.converter !== undefined
  }

  /** The same object in this version; the object that is given stays as it is. */
  convert(given: CustomResource): CustomResource {
    if (this.#options.converter !== undefined) return this.#asOwn(given)
    const { kind, metadata, ...content } = given
    const object: CustomResource = { kind, apiVersion: this.#apiVersion, metadata }
    copyContent(content, object)
    prune(this.#options.schema(), object)
    return object
  }

  unknownFields(body: unknown, limit: number): readonly string[] {
    if (!isMembers(body)) return []
    const inMetadata = isMembers(body.metadata)
      ? unknownFields(ObjectMeta, body.metadata, limit, 'sorted')
      : []
    return [...inMetadata.map((path) => `metadata.${path}`), ...this.#unknownContent(body)].slice(0, limit)
  }

  #unknownContent(body: object): readonly string[] {
    if (!this.#unknown.has(body)) this.decode(body)
    return this.#unknown.get(body) ?? []
  }

  isSame(left: ApiObject, right: ApiObject): boolean {
    return sameMeaning(ObjectMeta, left.metadata, right.metadata) && this.isSameContent(left, right)
  }

  isSameContent(left: ApiObject, right: ApiObject): boolean {
    return isEqual(contentOf(left), contentOf(right))
  }

  begin(object: CustomResource): void {
    if (!this.hasStatus) return
    delete object.status
    // The schema may have a status for new objects.
    applyDefaults(this.#options.schema(), object)
  }

  keepStatus(object: CustomResource, current: Readonly<CustomResource>): void {
    if (!this.hasStatus) return
    if (current.status === undefined) delete object.status
    else object.status = current.status
  }

  keepAllButStatus(object: CustomResource, current: Readonly<CustomResource>): void {
    const { status, metadata } = object
    const { managedFields, resourceVersion } = metadata
    for (const name of Object.keys(object)) if (!COMMON.has(name)) delete object[name]
    object.metadata = { ...current.metadata, managedFields, resourceVersion }
    for (const name of Object.keys(current)) {
      if (!COMMON.has(name) && name !== 'status') setOwn(object, name, current[name])
    }
    if (status !== undefined) object.status = status
  }

  /** A copy of a body, with metadata as all objects have them. */
  #object(input: unknown): CustomResource {
    if (!isMembers(input)) throw new DecodeError('expected an object')
    const object: CustomResource = {
      kind: this.#options.name.kind,
      apiVersion: this.#apiVersion,
      metadata: metadataOf(input),
    }
    copyContent(input, object)
    return object
  }
}

/** Owners stand before the uid of the object, as in answers of other servers, which have all members by name. */
function metadataPieces(metadata: ObjectMeta): readonly Buffer[] {
  const { ownerReferences } = metadata
  if (ownerReferences === undefined) return [encodeMetadata(metadata)]
  const rest = encodeMetadata({ ...metadata, ownerReferences: undefined })
  return [Buffer.from(`{"ownerReferences":${JSON.stringify(ownerReferences)},`), rest.subarray(1)]
}

function metadataOf({ metadata }: Readonly<Record<string, unknown>>): ObjectMeta {
  try {
    return decodeMetadata(metadata ?? {})
  } catch (error) {
    throw error instanceof DecodeError ? error.within('metadata') : error
  }
}

function copyContent(from: Readonly<Record<string, unknown>>, to: CustomResource): void {
  for (const name of Object.keys(from)) if (!COMMON.has(name)) setOwn(to, name, copyOf(from[name]))
}

function contentOf({ kind: _, apiVersion: __, metadata: ___, ...content }: ApiObject): object {
  return content
}
