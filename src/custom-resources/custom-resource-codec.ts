import type { CachedObject } from '#cache/cached-object.js'
import { type ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf, type ResourceName } from '#meta/resource.js'
import type { RequestTrace } from '#observe/trace/request-trace.js'
import { ConversionNeeded } from '#registry/conversion-needed.js'
import type { ObjectCodec } from '#registry/object-codec.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { encoderOf } from '#schema/encode.js'
import { semanticEqual } from '#schema/equal.js'
import { checkJsonSize, MAX_JSON_BYTES } from '#schema/json-bytes.js'
import { isJsonObject, setOwn } from '#schema/json-object.js'
import { unknownFields } from '#schema/unknown-fields.js'
import { applyDefaults, fillDefaults } from '#structural/defaults.js'
import { decodeEmbedded } from '#structural/embedded-resources.js'
import { structuralMergeType } from '#structural/merge-type.js'
import { prune, UnknownFields } from '#structural/prune.js'
import type { StructuralSchema } from '#structural/schema.js'
import { copyOf, isEqual } from '#structural/values.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { once } from '#util/memoize.js'
import { parseJson, stringifyJson } from '#util/text/json-integers.js'

/** An object with metadata and the fields of its schema. */
export interface CustomResource extends ApiObject {
  [name: string]: unknown
}

export interface CodecOptions {
  readonly name: ResourceName
  readonly schema: () => StructuralSchema
  readonly hasStatus: boolean
  readonly isStorageVersion: boolean
  /** The schema of a version, by `apiVersion`; undefined for a removed version. */
  readonly schemaIn: (apiVersion: string) => StructuralSchema | undefined
  /** Objects written since this revision conform to the current schemas. */
  readonly since: number
  readonly digest: string
  /** Undefined for the `None` conversion strategy. */
  readonly converter: ObjectConverter | undefined
}

/** Converts objects outside of the server. */
export interface ObjectConverter {
  /** Throws `ConversionNeeded` if the conversion is not cached. */
  convert(object: CustomResource, apiVersion: string): CustomResource
  /** The cache key of a conversion. Slow for large objects. */
  identify(object: CustomResource, apiVersion: string): Conversion
  /** Undefined if the conversion is not cached; reads the metadata only. */
  converted(
    conversion: Pick<Conversion, 'key'>,
    object: CustomResource,
    apiVersion: string,
  ): CustomResource | undefined
  /** Converts objects; undefined if there is nothing to wait for. */
  prepare(
    conversions: readonly Conversion[],
    apiVersion: string,
    trace?: RequestTrace,
  ): Promise<void> | undefined
}

export interface Conversion {
  readonly object: ApiObject
  readonly key: string
  readonly size: number
}

const decodeMetadata = decoderOf(ObjectMeta)
const encodeMetadata = encoderOf(ObjectMeta)

const ZERO = { metadata: { creationTimestamp: null } }

/** Fields of every object, outside of the schema. */
const COMMON: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata'])

/** The codec of one version of a custom resource. Its schema is interpreted, never compiled to code. */
export class CustomResourceCodec implements ObjectCodec<CustomResource> {
  readonly #options: CodecOptions
  readonly #apiVersion: string
  /** The first bytes of every object. */
  readonly #head: Buffer
  readonly #mergeType: () => ObjectCodec['mergeType']
  /** Dropped fields per body, until it is collected: they are reported right after decoding. */
  readonly #unknown = new WeakMap<object, readonly string[]>()
  /** Conversion keys per object, which are expensive to compute. */
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
    this.#mergeType = once(() => structuralMergeType(options.schema()))
  }

  get schema(): StructuralSchema {
    return this.#options.schema()
  }

  get mergeType(): ObjectCodec['mergeType'] {
    return this.#mergeType()
  }

  load(): void {
    this.#options.schema()
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
    const json = Buffer.concat([this.#head, encodeMetadata(metadata), Buffer.from(tail)])
    checkJsonSize(json.length)
    return json
  }

  isCurrent(object: CachedObject): boolean {
    const { isStorageVersion, since } = this.#options
    return isStorageVersion && object.revision > since && object.beginsWith(this.#head)
  }

  /**
   * Stored objects were written with older schemas: unknown fields are dropped and defaults set. Other versions
   * show only the fields that they define.
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
    throw new ConversionNeeded(async (trace) => converter.prepare([conversion], this.#apiVersion, trace))
  }

  /** The cached conversion; undefined if there is none, or none is needed. */
  #converted(object: CachedObject): CustomResource | undefined {
    const key = this.#conversions.get(object)
    if (key === undefined) return undefined
    const stub = { kind: this.#options.name.kind, metadata: structuredClone(object.metadata()) }
    const converted = this.#options.converter?.converted({ key }, stub, this.#apiVersion)
    if (converted !== undefined) prune(this.#options.schema(), converted)
    return converted
  }

  /**
   * Sets the defaults of the current schema, in the version of the object. If they make it too large, the
   * stored object is returned: readers cannot fix the schema, and it may be one of many in a list.
   */
  #complete(value: CustomResource, size: number): void {
    const stored = this.#options.schemaIn(value.apiVersion ?? '')
    if (stored === undefined) return
    fillDefaults(stored, value, MAX_JSON_BYTES - size)
    prune(stored, value)
  }

  /** Converts an object of another version to this one. */
  #asOwn(value: CustomResource): CustomResource {
    const { converter, schema } = this.#options
    const object = converter === undefined ? value : converter.convert(value, this.#apiVersion)
    object.apiVersion = this.#apiVersion
    prune(schema(), object)
    return object
  }

  /** Converts objects by webhook in batches; undefined if there is nothing to wait for. */
  prepare(objects: readonly CachedObject[], trace?: RequestTrace): Promise<void> | undefined {
    const { converter } = this.#options
    if (converter === undefined || objects.every((object) => this.isCurrent(object))) return undefined
    return this.#prepare(objects, converter, trace)
  }

  /** Yields to the event loop. */
  async #prepare(
    objects: readonly CachedObject[],
    converter: ObjectConverter,
    trace: RequestTrace | undefined,
  ): Promise<void> {
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
    await converter.prepare(conversions, this.#apiVersion, trace)
  }

  get isConverted(): boolean {
    return this.#options.converter !== undefined
  }

  /** The object in this version; the input is not changed. */
  convert(given: CustomResource): CustomResource {
    if (this.#options.converter !== undefined) return this.#asOwn(given)
    const { kind, metadata, ...content } = given
    const object: CustomResource = { kind, apiVersion: this.#apiVersion, metadata }
    copyContent(content, object)
    prune(this.#options.schema(), object)
    return object
  }

  unknownFields(body: unknown, limit: number): readonly string[] {
    if (!isJsonObject(body)) return []
    const inMetadata = isJsonObject(body.metadata)
      ? unknownFields(ObjectMeta, body.metadata, limit, 'sorted')
      : []
    return [...inMetadata.map((path) => `metadata.${path}`), ...this.#unknownContent(body)].slice(0, limit)
  }

  #unknownContent(body: object): readonly string[] {
    if (!this.#unknown.has(body)) this.decode(body)
    return this.#unknown.get(body) ?? []
  }

  isSame(left: ApiObject, right: ApiObject): boolean {
    return semanticEqual(ObjectMeta, left.metadata, right.metadata) && this.isSameContent(left, right)
  }

  isSameContent(left: ApiObject, right: ApiObject): boolean {
    return isEqual(contentOf(left), contentOf(right))
  }

  begin(object: CustomResource): void {
    if (!this.hasStatus) return
    delete object.status
    // The schema may define defaults for the status.
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

  /** A copy of the input with decoded metadata. */
  #object(input: unknown): CustomResource {
    if (!isJsonObject(input)) throw new DecodeError('expected an object')
    const object: CustomResource = {
      kind: this.#options.name.kind,
      apiVersion: this.#apiVersion,
      metadata: metadataOf(input),
    }
    copyContent(input, object)
    return object
  }
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
