import {
  builtInContent,
  builtInKindsOf,
  chapterContent,
  customResourcesOf,
  type OpenApiChapter,
  openApiChapters,
  type ServedApi,
} from '#discovery/openapi/documents.js'
import { namesIn, type OpenApiContent } from '#discovery/openapi/model.js'
import { CachedDocument, type ServedDocument } from '#http/response/cached-document.js'
import type { ServedVersion } from '#registry/kind.js'
import { TimeSlices } from '#util/event-loop.js'
import { once } from '#util/memoize.js'
import { OpenApiDocument } from './openapi-document.js'
import { type EncodedPart, type OpenApiFormat, V3_JSON } from './openapi-format.js'
import { type BasePart, OpenApiKindDocuments } from './openapi-kind-documents.js'

/** A document of OpenAPI v3. */
export interface OpenApiV3Part {
  /** Its path, such as `apis/extensions/v1beta1`. */
  readonly name: string
  readonly document: ServedDocument
}

/** Makes OpenAPI documents, and caches the parts about kinds that did not change. */
export class OpenApiDocuments {
  readonly #kinds = new OpenApiKindDocuments()
  #builtIn: readonly ServedVersion[] = []
  /** The v2 part of the built-in kinds, by format. */
  readonly #bases = new Map<OpenApiFormat, Promise<BasePart>>()
  /** The v3 documents, each with its kinds. */
  #chapters = new Map<string, OpenApiV3Part & { readonly kinds: readonly ServedVersion[] }>()

  /** The v2 document in a format, with what other servers serve. */
  v2(api: ServedApi, format: OpenApiFormat, remote: readonly OpenApiContent[] = []): ServedDocument {
    return new OpenApiDocument({
      format,
      api,
      parts: this.#kinds,
      base: () => this.#v2Base(api, format),
      groups: [...new Set(customResourcesOf(api).map(({ group }) => group))],
      remote,
    })
  }

  /** All v3 documents. Those whose kinds did not change are reused. */
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
    if (chapter.kinds.every(({ isCustomResource }) => !isCustomResource)) {
      const whole = () => V3_JSON.join(api.info, base().encoded) as Buffer[]
      return new CachedDocument(V3_JSON.mediaType, () => Buffer.concat(whole()))
    }
    const own = { ...api, kinds: chapter.kinds }
    return new OpenApiDocument({
      format: V3_JSON,
      api: own,
      parts: this.#kinds,
      base,
      groups: [],
      remote: [],
    })
  }

  /** Built-in kinds rarely change. */
  #v2Base(api: ServedApi, format: OpenApiFormat): Promise<BasePart> {
    const kinds = builtInKindsOf(api)
    if (!areSame(this.#builtIn, kinds)) {
      this.#builtIn = kinds
      this.#bases.clear()
    }
    let base = this.#bases.get(format)
    if (base === undefined) {
      base = makeV2Base(api, format)
      base.catch(() => this.#bases.delete(format))
      this.#bases.set(format, base)
    }
    return base
  }
}

function chapterBase(api: ServedApi, chapter: OpenApiChapter): BasePart {
  const content = chapterContent(api, chapter)
  return { encoded: [V3_JSON.encode(content)], names: namesIn(content) }
}

async function makeV2Base(api: ServedApi, format: OpenApiFormat): Promise<BasePart> {
  const slices = new TimeSlices()
  const paths = new Set<string>()
  const schemas = new Set<string>()
  const encoded: EncodedPart[] = []
  for (const content of builtInContent(api)) {
    for (const name of Object.keys(content.paths)) paths.add(name)
    for (const name of Object.keys(content.schemas)) schemas.add(name)
    encoded.push(format.encode(content))
    await slices.next()
  }
  return { encoded, names: { paths, schemas } }
}

const areSame = (left: readonly ServedVersion[], right: readonly ServedVersion[]) =>
  left.length === right.length && left.every((kind, index) => kind === right[index])
