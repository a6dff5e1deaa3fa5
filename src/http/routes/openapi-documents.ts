import { namesIn } from '#discovery/openapi/content.js'
import {
  builtIn,
  builtInContent,
  chapterContent,
  defined,
  type OpenApiChapter,
  openApiChapters,
  type ServedApi,
} from '#discovery/openapi/documents.js'
import { CachedDocument, type ServedDocument } from '#http/response/cached-document.js'
import type { ServedVersion } from '#registry/kind.js'
import { TimeSlices } from '#util/event-loop.js'
import { once } from '#util/once.js'
import { OpenApiDocument } from './openapi-document.js'
import { type EncodedPart, type OpenApiFormat, V3_JSON } from './openapi-format.js'
import { type BasePart, OpenApiKindDocuments } from './openapi-kind-documents.js'

/** A document of version 3. */
export interface OpenApiV3Part {
  /** The path that it is about, such as `apis/extensions/v1beta1`. */
  readonly name: string
  readonly document: ServedDocument
}

/** What documents of OpenAPI are made from, kept while kinds come and go: all that is said about those that stay. */
export class OpenApiDocuments {
  readonly #kinds = new OpenApiKindDocuments()
  #builtIn: readonly ServedVersion[] = []
  /** What version 2 says about the built-in kinds. */
  readonly #bases = new Map<OpenApiFormat, Promise<BasePart>>()
  /** The documents of version 3, each with the kinds that it is about. */
  #chapters = new Map<string, OpenApiV3Part & { readonly kinds: readonly ServedVersion[] }>()

  /** The document of version 2 in a form. */
  v2(api: ServedApi, form: OpenApiFormat): ServedDocument {
    return new OpenApiDocument({
      form,
      api,
      parts: this.#kinds,
      base: () => this.#v2Base(api, form),
      groups: [...new Set(defined(api).map(({ group }) => group))],
    })
  }

  /** All documents of version 3. Those whose kinds are the same as before stay as they are. */
  v3(api: ServedApi): OpenApiV3Part[] {
    const before = this.#chapters
    this.#chapters = new Map(
      openApiChapters(api).map((chapter) => {
        const { name, kinds } = chapter
        const known = before.get(name)
        const isSame = known !== undefined && areSame(known.kinds, kinds)
        return [name, isSame ? known : { name, kinds, document: this.#v3Document(api, chapter) }]
      }),
    )
    return [...this.#chapters.values()]
  }

  #v3Document(api: ServedApi, chapter: OpenApiChapter): ServedDocument {
    const base = once(() => chapterBase(api, chapter))
    if (chapter.kinds.every(({ form }) => form === undefined)) {
      const whole = () => V3_JSON.join(api.info, base().encoded) as Buffer[]
      return new CachedDocument(V3_JSON.mediaType, () => Buffer.concat(whole()))
    }
    const own = { ...api, kinds: chapter.kinds }
    return new OpenApiDocument({ form: V3_JSON, api: own, parts: this.#kinds, base, groups: [] })
  }

  /** Built-in kinds stay the same as a rule. */
  #v2Base(api: ServedApi, form: OpenApiFormat): Promise<BasePart> {
    const kinds = builtIn(api)
    if (!areSame(this.#builtIn, kinds)) {
      this.#builtIn = kinds
      this.#bases.clear()
    }
    let base = this.#bases.get(form)
    if (base === undefined) {
      base = makeV2Base(api, form)
      base.catch(() => this.#bases.delete(form))
      this.#bases.set(form, base)
    }
    return base
  }
}

function chapterBase(api: ServedApi, chapter: OpenApiChapter): BasePart {
  const content = chapterContent(api, chapter)
  return { encoded: [V3_JSON.encode(content)], names: namesIn(content) }
}

async function makeV2Base(api: ServedApi, form: OpenApiFormat): Promise<BasePart> {
  const slices = new TimeSlices()
  const paths = new Set<string>()
  const schemas = new Set<string>()
  const encoded: EncodedPart[] = []
  for (const content of builtInContent(api)) {
    for (const name of Object.keys(content.paths)) paths.add(name)
    for (const name of Object.keys(content.schemas)) schemas.add(name)
    encoded.push(form.encode(content))
    await slices.next()
  }
  return { encoded, names: { paths, schemas } }
}

const areSame = (left: readonly ServedVersion[], right: readonly ServedVersion[]) =>
  left.length === right.length && left.every((kind, index) => kind === right[index])
