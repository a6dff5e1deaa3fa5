import { createHash, type Hash } from 'node:crypto'
import { customResourcesOf, groupContent, type ServedApi } from '#discovery/openapi/documents.js'
import type { NamesInContent, OpenApiContent } from '#discovery/openapi/model.js'
import type { NamedType } from '#discovery/openapi/named-type.js'
import type { ServedDocument } from '#http/response/cached-document.js'
import type { ServedVersion } from '#registry/kind.js'
import type { Piece } from '#util/bytes/packed-bytes.js'
import { mapYielding, TimeSlices } from '#util/event-loop.js'
import type { EncodedPart, OpenApiFormat } from './openapi-format.js'
import type { BasePart, OpenApiKindDocuments } from './openapi-kind-documents.js'

export interface OpenApiDocumentOptions {
  readonly format: OpenApiFormat
  /** A snapshot of the served kinds. */
  readonly api: ServedApi
  readonly parts: OpenApiKindDocuments
  /** The encoded part of the built-in kinds. */
  readonly base: () => Promise<BasePart> | BasePart
  /** The groups in the document, besides those of `base`. */
  readonly groups: readonly string[]
  /** What other servers serve. */
  readonly remote: readonly OpenApiContent[]
}

/**
 * A document about custom resources. It is assembled from a part per kind, and yields to the event loop. Concurrent
 * requests share the work.
 */
export class OpenApiDocument implements ServedDocument {
  readonly #parts: OpenApiDocumentOptions
  readonly #defined: readonly ServedVersion[]
  #base: Promise<void> | undefined
  #making: Promise<void> | undefined
  #digest: string | undefined
  #pieces: readonly Piece[] | undefined

  constructor(parts: OpenApiDocumentOptions) {
    this.#parts = parts
    this.#defined = customResourcesOf(parts.api)
  }

  get mediaType(): string {
    return this.#parts.format.mediaType
  }

  /** The digest comes from the definitions, without building the document. */
  prepareDigest(): Promise<void> | undefined {
    if (this.#digest !== undefined) return undefined
    this.#base ??= this.#prepareDigest().finally(() => {
      this.#base = undefined
    })
    return this.#base
  }

  prepare(): Promise<void> | undefined {
    if (this.#pieces !== undefined) return undefined
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  get digest(): string {
    if (this.#digest === undefined) throw new Error('the document is not prepared')
    return this.#digest
  }

  get content(): readonly Piece[] {
    if (this.#pieces === undefined) throw new Error('the document is not prepared')
    return this.#pieces
  }

  async #prepareDigest(): Promise<void> {
    const { format, base, api, remote } = this.#parts
    const { encoded } = await base()
    const hash = createHash('sha512').update(
      `${format.mediaType} ${format.dialect} ${JSON.stringify(api.info)}\n`,
    )
    for (const piece of encoded.flat()) hash.update(piece.subarray())
    for (const { group, version, plural, codec } of this.#defined) {
      hash.update(`${group}/${version} ${plural} ${codec?.digest}\n`)
    }
    for (const content of remote) hash.update(JSON.stringify(content))
    this.#digest = hex(hash)
  }

  async #make(): Promise<void> {
    const { format, api, base, groups, remote } = this.#parts
    const first = await base()
    const about = await mapYielding(groups, (group) => format.encode(groupContent(api, group, first.names)))
    const others = unknownContents(remote, first.names).map((content) => format.encode(content))
    const kinds = await this.#kindParts(first)
    this.#pieces = format.join(api.info, [...first.encoded, ...about, ...kinds, ...others])
  }

  async #kindParts(base: BasePart): Promise<EncodedPart[]> {
    const { format, api, parts } = this.#parts
    const slices = new TimeSlices()
    const encoded: EncodedPart[] = []
    const common = new Map<string, { readonly type: NamedType; readonly kind: ServedVersion }>()
    for (const kind of this.#defined) {
      const part = await parts.ofKind(api, kind, format, base, slices)
      encoded.push(part.encoded)
      for (const type of part.common) if (!common.has(type.name)) common.set(type.name, { type, kind })
      await slices.next()
    }
    const types = await mapYielding([...common.values()], ({ type, kind }) =>
      parts.ofType(api, type, kind, format),
    )
    return [...encoded, ...types]
  }
}

/** Common types, such as ObjectMeta, are those of this server. */
function unknownContents(
  contents: readonly OpenApiContent[],
  known: NamesInContent,
): readonly OpenApiContent[] {
  const [paths, schemas] = [new Set(known.paths), new Set(known.schemas)]
  const unknown = <T>(all: Readonly<Record<string, T>>, names: Set<string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !names.has(name) && names.add(name)))
  return contents.map((content) => ({
    paths: unknown(content.paths, paths),
    schemas: unknown(content.schemas, schemas),
  }))
}

const hex = (hash: Hash) => hash.digest('hex').toUpperCase()
