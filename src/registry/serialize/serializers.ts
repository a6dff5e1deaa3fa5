import type { CachedObject } from '#cache/cached-object.js'
import type { EncodingCache } from '#cache/encoding-cache.js'
import { codecs } from '#codec/codecs.js'
import { PLAIN_JSON, type Representation } from '#codec/representation.js'
import type { ApiObject } from '#meta/api-object.js'
import type { DecodedWriteCache } from '#registry/decoded-write-cache.js'
import type { ServedVersion } from '#registry/kind.js'
import type { Column } from './column.js'
import { JsonSerializer } from './json.js'
import { JsonTableSerializer } from './json-table.js'
import { metadataShape } from './metadata.js'
import { metadataMessages, ProtobufSerializer, wholeMessages } from './protobuf.js'
import type { Serializer } from './serializer.js'
import type { ObjectShape } from './shape.js'
import { type IncludedObject, TableShape } from './table.js'
import { TextSerializer } from './text.js'
import { type VersionView, viewOf } from './version-view.js'
import { wholeShape } from './whole.js'

/** The serializers of one version of a kind, each made when it is first asked for. */
export class Serializers {
  readonly #definition: ServedVersion
  readonly #columns: readonly Column<ApiObject>[]
  readonly #encodings: EncodingCache
  readonly #made = new Map<string, Serializer>()
  readonly #nextForm: () => number
  readonly #view: VersionView
  /** The usual one. */
  readonly json: Serializer
  /** Whether something else than the server converts objects: those of a list are best converted together, before. */
  readonly isConverted: boolean

  /** `nextForm` counts the forms that objects of the kind are cached in, whatever their version. */
  constructor(
    definition: ServedVersion,
    encodings: EncodingCache,
    nextForm: () => number,
    written?: DecodedWriteCache,
  ) {
    this.#definition = definition
    this.#columns = definition.columns
    this.#encodings = encodings
    this.#nextForm = nextForm
    this.#view = viewOf(definition, encodings, nextForm, written)
    this.isConverted = definition.form?.isConverted ?? false
    this.json = new JsonSerializer(definition, this.#view)
  }

  prepare(objects: readonly CachedObject[]): Promise<void> | undefined {
    return this.#definition.form?.prepare(objects)
  }

  /** `include` says what rows of tables carry. */
  get(representation: Representation, include: IncludedObject = 'Metadata'): Serializer {
    if (representation === PLAIN_JSON) return this.json
    const { format, shape, version, pretty } = representation
    const key = `${format} ${shape} ${version} ${pretty} ${include}`
    const made = this.#made.get(key) ?? this.#make(representation, include)
    this.#made.set(key, made)
    return made
  }

  #make({ format, shape, version, pretty }: Representation, include: IncludedObject): Serializer {
    if (format === 'protobuf') {
      // Tables have no message; none is ever negotiated.
      const messages =
        shape === 'metadata'
          ? metadataMessages(version, this.#view)
          : wholeMessages(this.#definition, this.#view)
      return new ProtobufSerializer({ shape: messages, encodings: this.#encodings, forms: this.#forms() })
    }
    if (shape === 'table' && format === 'json' && !pretty) return this.#jsonTable(version, include)
    const shapes: Readonly<Record<Representation['shape'], () => ObjectShape>> = {
      whole: () => wholeShape(this.#definition, this.#view),
      metadata: () => metadataShape(version, this.#view),
      table: () => new TableShape(this.#columns, this.#view, { version, include, headers: true }),
    }
    const parts = { shape: shapes[shape](), codec: codecs[format], pretty }
    return new TextSerializer({ ...parts, encodings: this.#encodings, forms: this.#forms() })
  }

  /** In a stream the headers come once. */
  #jsonTable(version: Representation['version'], include: IncludedObject): Serializer {
    const table = (headers: boolean, following?: Serializer) =>
      new JsonTableSerializer({
        shape: new TableShape(this.#columns, this.#view, { version, include, headers }),
        ...(following === undefined ? {} : { following }),
        encodings: this.#encodings,
        form: this.#forms()[0],
      })
    return table(true, table(false))
  }

  #forms(): [number, number] {
    return [this.#nextForm(), this.#nextForm()]
  }
}
