import { createHash } from 'node:crypto'
import { acceptedType } from '../../codec/accepted-type.js'
import { BODY_TYPES, JSON_TYPE, PROTOBUF_TYPE } from '../../codec/media-type.js'
import { type OpenApiV3Part, openApiV3Parts, type ServedApi } from '../../discovery/openapi/documents.js'
import { notAcceptable } from '../../meta/api-error.js'
import type { ServedVersion } from '../../registry/kind.js'
import { APPLY_MEDIA_TYPE, PATCH_MEDIA_TYPES } from '../../registry/write/patch-request.js'
import { mapYielding } from '../../util/event-loop.js'
import { CachedDocument, encodeJson, jsonDocument } from '../cached-document.js'
import type { RequestContext } from '../request-context.js'
import { redirect, sendDocument } from '../respond-document.js'
import { OpenApiV2Documents, V2_JSON, V2_PROTOBUF, type V2Form } from './openapi-v2.js'
import type { Route } from './route.js'

const V2_PROTOBUF_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
/** Older clients spell it with a character that media types cannot have. They are answered with the other. */
const OLD_V2_PROTOBUF_TYPE = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'

/**
 * `/openapi/v2`, and `/openapi/v3` with a document for each part of the API. Documents are made when they are first
 * asked for, and kept as long as the kinds that they are about stay the same, in `parts`.
 */
export function openApiRoutes(
  kinds: readonly ServedVersion[],
  version: string,
  parts: OpenApiParts = new OpenApiParts(),
): Route[] {
  const api: ServedApi = {
    kinds,
    info: { title: 'Binnacle', version },
    media: {
      bodies: BODY_TYPES,
      answers: BODY_TYPES,
      patches: [...Object.values(PATCH_MEDIA_TYPES), APPLY_MEDIA_TYPE],
      streams: [JSON_TYPE, PROTOBUF_TYPE].map((type) => `${type};stream=watch`),
    },
  }
  return [...v2Routes(api, parts.v2), ...v3Routes(api, parts)]
}

function v2Routes(api: ServedApi, documents: OpenApiV2Documents): Route[] {
  const document = (type: string, form: V2Form) =>
    CachedDocument.ofTwoSteps(
      type,
      () => documents.read(api, form),
      (read) => documents.encode(read, form),
    )
  const json = document(JSON_TYPE, V2_JSON)
  const protobuf = document(V2_PROTOBUF_TYPE, V2_PROTOBUF)
  return [
    route('/openapi/v2', (context) => {
      const type = expectAccepted(context, [JSON_TYPE, V2_PROTOBUF_TYPE, OLD_V2_PROTOBUF_TYPE])
      return sendDocument(context, type === JSON_TYPE ? json : protobuf)
    }),
    route('/swagger.json', (context) => {
      expectAccepted(context, [JSON_TYPE])
      return sendDocument(context, json)
    }),
  ]
}

/** The documents of version 3 that have been made, each with the kinds that it is about; and what is kept of version 2. */
export class OpenApiParts {
  readonly v2 = new OpenApiV2Documents()
  readonly #parts = new Map<
    string,
    { readonly kinds: readonly ServedVersion[]; readonly document: CachedDocument }
  >()

  /** Those that are not among the parts any longer are forgotten. */
  renew(parts: readonly OpenApiV3Part[]): { readonly name: string; readonly document: CachedDocument }[] {
    const known = new Map(this.#parts)
    this.#parts.clear()
    return parts.map((part) => {
      const { name, kinds } = part
      const before = known.get(name)
      const isSame =
        before?.kinds.length === kinds.length && kinds.every((kind, at) => kind === before.kinds[at])
      const document = isSame && before !== undefined ? before.document : documentOf(part)
      this.#parts.set(name, { kinds, document })
      return { name, document }
    })
  }
}

/** Groups of defined kinds may be many, and their definitions tell what state they are in. */
function documentOf({ name, kinds, document }: OpenApiV3Part): CachedDocument {
  const states = kinds.map(({ form, plural }) => form && `${plural} ${form.digest}`)
  if (states.length === 0 || states.includes(undefined)) return jsonDocument(document)
  const digest = createHash('sha512')
    .update([name, ...states].join('\n'))
    .digest('hex')
    .toUpperCase()
  return CachedDocument.ofState(JSON_TYPE, digest, () => encodeJson(document()))
}

function v3Routes(api: ServedApi, known: OpenApiParts): Route[] {
  const parts = known.renew(openApiV3Parts(api)).map(({ name, document }) => ({
    name,
    path: `/openapi/v3/${name}`,
    document,
  }))
  const makeIndex = () =>
    encodeJson({
      paths: Object.fromEntries(
        parts.map(({ name, path, document }) => [
          name,
          { serverRelativeURL: `${path}?hash=${document.digest}` },
        ]),
      ),
    })
  const index = new CachedDocument(JSON_TYPE, makeIndex, async () => {
    // All of the documents are made for their digests, which takes a few milliseconds each.
    await mapYielding(parts, ({ document }) => document.digest)
    return makeIndex()
  })
  return [
    route('/openapi/v3', (context) => {
      expectAccepted(context, [JSON_TYPE])
      return sendDocument(context, index)
    }),
    ...parts.map(({ path, document }) => route(path, (context) => sendPart(context, path, document))),
  ]
}

/** A client that names the state may keep the answer for ever; the state may have changed, though. */
function sendPart(context: RequestContext, path: string, document: CachedDocument): void | Promise<void> {
  expectAccepted(context, [JSON_TYPE])
  const wanted = context.query.get('hash') ?? ''
  if (wanted !== '' && wanted !== document.digest) return redirect(context, `${path}?hash=${document.digest}`)
  return sendDocument(context, document, { immutable: wanted !== '' })
}

function expectAccepted({ request }: RequestContext, offered: readonly string[]): string {
  const type = acceptedType(request.headers.accept, offered)
  if (type === undefined) throw notAcceptable()
  return type
}

const route = (path: string, answer: Route['answer']): Route => ({
  path,
  // They come in formats of their own.
  negotiated: false,
  answer,
})
