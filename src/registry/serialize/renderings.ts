import type { EncodedForms } from '../../cache/encoded-forms.js'
import { codecs } from '../../codec/codecs.js'
import { PLAIN_JSON, type Representation } from '../../codec/representation.js'
import type { ApiObject } from '../../meta/api-object.js'
import type { ServedVersion } from '../kind.js'
import type { Column } from './column.js'
import { JsonRendering } from './json.js'
import { JsonTableRendering } from './json-table.js'
import { metadataShape } from './metadata.js'
import { metadataMessages, ProtobufRendering, wholeMessages } from './protobuf.js'
import type { Rendering } from './rendering.js'
import type { ObjectShape } from './shape.js'
import { type IncludedObject, TableShape } from './table.js'
import { TextRendering } from './text.js'
import { type VersionView, viewOf } from './version-view.js'
import { wholeShape } from './whole.js'

/** The renderings of one version of a kind, each made when it is first asked for. */
export class Renderings {
  readonly #definition: ServedVersion
  readonly #columns: readonly Column<ApiObject>[]
  readonly #kept: EncodedForms
  readonly #made = new Map<string, Rendering>()
  readonly #nextForm: () => number
  readonly #view: VersionView
  /** The usual one. */
  readonly json: Rendering

  /** `nextForm` counts the forms that objects of the kind are kept in, whatever their version. */
  constructor(definition: ServedVersion, kept: EncodedForms, nextForm: () => number) {
    this.#definition = definition
    this.#columns = definition.columns
    this.#kept = kept
    this.#nextForm = nextForm
    this.#view = viewOf(definition, kept, nextForm)
    this.json = new JsonRendering(definition, this.#view)
  }

  /** `include` says what rows of tables carry. */
  get(representation: Representation, include: IncludedObject = 'Metadata'): Rendering {
    if (representation === PLAIN_JSON) return this.json
    const { format, shape, version, pretty } = representation
    const key = `${format} ${shape} ${version} ${pretty} ${include}`
    const made = this.#made.get(key) ?? this.#make(representation, include)
    this.#made.set(key, made)
    return made
  }

  #make({ format, shape, version, pretty }: Representation, include: IncludedObject): Rendering {
    if (format === 'protobuf') {
      // Tables have no message; none is ever negotiated.
      const messages =
        shape === 'metadata'
          ? metadataMessages(version, this.#view)
          : wholeMessages(this.#definition, this.#view)
      return new ProtobufRendering({ shape: messages, kept: this.#kept, forms: this.#forms() })
    }
    if (shape === 'table' && format === 'json' && !pretty) return this.#jsonTable(version, include)
    const shapes: Readonly<Record<Representation['shape'], () => ObjectShape>> = {
      whole: () => wholeShape(this.#definition, this.#view),
      metadata: () => metadataShape(version, this.#view),
      table: () => new TableShape(this.#columns, this.#view, { version, include, headers: true }),
    }
    const parts = { shape: shapes[shape](), codec: codecs[format], pretty }
    return new TextRendering({ ...parts, kept: this.#kept, forms: this.#forms() })
  }

  /** In a stream the headers come once. */
  #jsonTable(version: Representation['version'], include: IncludedObject): Rendering {
    const table = (headers: boolean, following?: Rendering) =>
      new JsonTableRendering({
        shape: new TableShape(this.#columns, this.#view, { version, include, headers }),
        ...(following === undefined ? {} : { following }),
        kept: this.#kept,
        form: this.#forms()[0],
      })
    return table(true, table(false))
  }

  #forms(): [number, number] {
    return [this.#nextForm(), this.#nextForm()]
  }
}
