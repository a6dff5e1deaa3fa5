import type { NamesInContent } from '#discovery/openapi/content.js'
import { commonContent, kindContent, type ServedApi } from '#discovery/openapi/documents.js'
import type { NamedType } from '#discovery/openapi/named-type.js'
import type { ServedVersion } from '#registry/kind.js'
import type { TimeSlices } from '#util/event-loop.js'
import { PackedBytes } from '#util/packed-bytes.js'
import { perObject } from '#util/per-object.js'
import type { EncodedPart, OpenApiFormat } from './openapi-format.js'

/** What a document says about one kind that comes and goes, in one form. */
export interface KindPart {
  readonly encoded: EncodedPart
  /** What it refers to besides; other kinds refer to the same. */
  readonly common: readonly NamedType[]
}

/** What another part of the document describes, with which the parts of kinds are put together. */
export interface BasePart {
  readonly encoded: readonly EncodedPart[]
  readonly names: NamesInContent
}

/**
 * The parts of documents about kinds that come and go. A part is made once for each form in which it is asked for, and goes
 * with its kind. Most of them are hardly ever sent, so they are kept in compressed form.
 */
export class OpenApiKindDocuments {
  readonly #kinds = perObject((_: ServedVersion) => new Map<OpenApiFormat, Promise<KindPart> | KindPart>())
  readonly #common = perObject((_: NamedType) => new Map<OpenApiFormat, EncodedPart>())

  /** Requests that come while a part is made wait for the same one. */
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

  /** A type that kinds have in common; `kind` is one of them. */
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

/** A definition may be as large as a body: each step of it takes a while. */
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
