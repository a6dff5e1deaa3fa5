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
    form: OpenApiFormat,
    base: BasePart,
    slices: TimeSlices,
  ): Promise<KindPart> | KindPart {
    const forms = this.#kinds(kind)
    const known = forms.get(form)
    if (known !== undefined) return known
    const making = make(api, kind, form, base, slices)
    forms.set(form, making)
    making.then(
      (part) => forms.set(form, part),
      () => forms.delete(form),
    )
    return making
  }

  /** A type that several kinds share; `kind` is one of them. */
  ofType(api: ServedApi, type: NamedType, kind: ServedVersion, form: OpenApiFormat): EncodedPart {
    const forms = this.#common(type)
    let encoded = forms.get(form)
    if (encoded === undefined) {
      encoded = form.encode(commonContent(api, type, kind, form.dialect))
      forms.set(form, encoded)
    }
    return encoded
  }
}

/** A definition may be large, so each step yields. */
async function make(
  api: ServedApi,
  kind: ServedVersion,
  form: OpenApiFormat,
  { names }: BasePart,
  slices: TimeSlices,
): Promise<KindPart> {
  const { content, common } = kindContent(api, kind, form.dialect, names)
  await slices.next()
  const sections = form.encode(content)
  await slices.next()
  return { encoded: sections.map((section) => PackedBytes.pack(section) ?? section), common }
}
