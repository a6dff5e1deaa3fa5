import { commonContent, kindContent, type ServedApi } from '#discovery/openapi/documents.js'
import type { NamesInContent } from '#discovery/openapi/model.js'
import type { NamedType } from '#discovery/openapi/named-type.js'
import type { ServedVersion } from '#registry/kind.js'
import { PackedBytes } from '#util/bytes/packed-bytes.js'
import type { TimeSlices } from '#util/event-loop.js'
import { perObject } from '#util/memoize.js'
import type { EncodedPart, OpenApiFormat } from './openapi-format.js'

/** The part of a document about one custom resource, in one format. */
export interface KindPart {
  readonly encoded: EncodedPart
  /** Shared types that it refers to. */
  readonly common: readonly NamedType[]
}

/** The part about the built-in kinds. */
export interface BasePart {
  readonly encoded: readonly EncodedPart[]
  readonly names: NamesInContent
}

/**
 * The document parts of custom resources. A part is made once per format and removed with its kind. Most parts are
 * rarely sent, so they are kept compressed.
 */
export class OpenApiKindDocuments {
  readonly #kinds = perObject((_: ServedVersion) => new Map<OpenApiFormat, Promise<KindPart> | KindPart>())
  readonly #common = perObject((_: NamedType) => new Map<OpenApiFormat, EncodedPart>())

  /** Concurrent requests share the work. */
  ofKind(
    api: ServedApi,
    kind: ServedVersion,
    format: OpenApiFormat,
    base: BasePart,
    slices: TimeSlices,
  ): Promise<KindPart> | KindPart {
    const byFormat = this.#kinds(kind)
    const known = byFormat.get(format)
    if (known !== undefined) return known
    const making = make(api, kind, format, base, slices)
    byFormat.set(format, making)
    making.then(
      (part) => byFormat.set(format, part),
      () => byFormat.delete(format),
    )
    return making
  }

  /** A type that several kinds share; `kind` is one of them. */
  ofType(api: ServedApi, type: NamedType, kind: ServedVersion, format: OpenApiFormat): EncodedPart {
    const byFormat = this.#common(type)
    let encoded = byFormat.get(format)
    if (encoded === undefined) {
      encoded = format.encode(commonContent(api, type, kind, format.dialect))
      byFormat.set(format, encoded)
    }
    return encoded
  }
}

/** A definition may be large, so each step yields. */
async function make(
  api: ServedApi,
  kind: ServedVersion,
  format: OpenApiFormat,
  { names }: BasePart,
  slices: TimeSlices,
): Promise<KindPart> {
  const { content, common } = kindContent(api, kind, format.dialect, names)
  await slices.next()
  const sections = format.encode(content)
  await slices.next()
  return { encoded: sections.map((section) => PackedBytes.pack(section) ?? section), common }
}
