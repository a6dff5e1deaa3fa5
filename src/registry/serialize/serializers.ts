import type { CachedObject } from '#cache/cached-object.js'
import type { EncodingCache } from '#cache/encoding-cache.js'
import { codecs } from '#codec/codecs.js'
import { PLAIN_JSON, type Representation } from '#codec/representation.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { RequestTrace } from '#observe/trace/request-trace.js'
import type { DecodedWriteCache } from '#registry/decoded-write-cache.js'
import type { ServedVersion } from '#registry/kind.js'
import type { Clock } from '#util/clock.js'
import type { Column } from './column.js'
import { JsonSerializer } from './json.js'
import { JsonTableSerializer } from './json-table.js'
import { metadataProjection, type ObjectProjection, objectProjection } from './projection.js'
import { metadataMessages, objectMessages, ProtobufSerializer } from './protobuf.js'
import type { Serializer } from './serializer.js'
import { type IncludedObject, TableProjection } from './table.js'
import { TextSerializer } from './text.js'
import { type VersionView, viewOf } from './version-view.js'

/** The serializers of one version of a kind, created on first use. */
export class Serializers {
  readonly #definition: ServedVersion
  readonly #columns: readonly Column<ApiObject>[]
  readonly #encodings: EncodingCache
  readonly #made = new Map<string, Serializer>()
  readonly #nextEncodingId: () => number
  readonly #view: VersionView
  readonly clock: Clock
  /** The usual one. */
  readonly json: Serializer
  /** Whether a webhook converts objects: convert those of a list together, in advance. */
  readonly isConverted: boolean

  /** `nextEncodingId` counts the encodings of the kind, over all of its versions. */
  constructor(
    definition: ServedVersion,
    encodings: EncodingCache,
    nextEncodingId: () => number,
    clock: Clock,
    written?: DecodedWriteCache,
  ) {
    this.#definition = definition
    this.#columns = definition.columns
    this.#encodings = encodings
    this.#nextEncodingId = nextEncodingId
    this.clock = clock
    this.#view = viewOf(definition, encodings, nextEncodingId, written)
    this.isConverted = definition.codec?.isConverted ?? false
    this.json = new JsonSerializer(definition, this.#view)
  }

  prepare(objects: readonly CachedObject[], trace?: RequestTrace): Promise<void> | undefined {
    return this.#definition.codec?.prepare(objects, trace)
  }

  /** `include` says what rows of tables carry. */
  get(representation: Representation, include: IncludedObject = 'Metadata'): Serializer {
    if (representation === PLAIN_JSON) return this.json
    const { format, projection, version, pretty } = representation
    const key = `${format} ${projection} ${version} ${pretty} ${include}`
    const made = this.#made.get(key) ?? this.#make(representation, include)
    this.#made.set(key, made)
    return made
  }

  #make({ format, projection, version, pretty }: Representation, include: IncludedObject): Serializer {
    if (format === 'protobuf') {
      // Tables have no message; none is ever negotiated.
      const messages =
        projection === 'metadata'
          ? metadataMessages(version, this.#view)
          : objectMessages(this.#definition, this.#view)
      return new ProtobufSerializer({
        projection: messages,
        encodings: this.#encodings,
        encodingIds: this.#encodingIds(),
      })
    }
    if (projection === 'table' && format === 'json' && !pretty) return this.#jsonTable(version, include)
    const projections: Readonly<Record<Representation['projection'], () => ObjectProjection>> = {
      whole: () => objectProjection(this.#definition, this.#view),
      metadata: () => metadataProjection(version, this.#view),
      table: () =>
        new TableProjection(this.#columns, this.#view, {
          version,
          include,
          headers: true,
          clock: this.clock,
        }),
    }
    const parts = { projection: projections[projection](), codec: codecs[format], pretty }
    return new TextSerializer({ ...parts, encodings: this.#encodings, encodingIds: this.#encodingIds() })
  }

  /** In a stream the headers come once. */
  #jsonTable(version: Representation['version'], include: IncludedObject): Serializer {
    const table = (headers: boolean, following?: Serializer) =>
      new JsonTableSerializer({
        projection: new TableProjection(this.#columns, this.#view, {
          version,
          include,
          headers,
          clock: this.clock,
        }),
        ...(following === undefined ? {} : { following }),
        encodings: this.#encodings,
        encodingId: this.#encodingIds()[0],
      })
    return table(true, table(false))
  }

  #encodingIds(): [number, number] {
    return [this.#nextEncodingId(), this.#nextEncodingId()]
  }
}
