import { negotiateMediaType } from '#codec/accept.js'
import { BODY_TYPES, JSON_TYPE, PROTOBUF_TYPE } from '#codec/media-type.js'
import type { ServedApi } from '#discovery/openapi/documents.js'
import type { OpenApiContent } from '#discovery/openapi/model.js'
import type { RemoteVersion } from '#discovery/remote-version.js'
import type { RequestContext } from '#http/request/request-context.js'
import {
  CachedDocument,
  encodeJson,
  jsonDocument,
  type ServedDocument,
} from '#http/response/cached-document.js'
import { redirect, sendDocument } from '#http/response/respond-document.js'
import { notAcceptable } from '#meta/api-error.js'
import type { ServedVersion } from '#registry/kind.js'
import { APPLY_MEDIA_TYPE, PATCH_MEDIA_TYPES } from '#registry/write/patch-request.js'
import { TimeSlices } from '#util/event-loop.js'
import { OpenApiDocuments } from './openapi-documents.js'
import { V2_JSON, V2_PROTOBUF, V2_PROTOBUF_TYPE } from './openapi-format.js'
import type { Route } from './route.js'

/** Older clients use a character that is invalid in media types. The response has the valid spelling. */
const OLD_V2_PROTOBUF_TYPE = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'

/**
 * `/openapi/v2`, and `/openapi/v3` with a document per part of the API. Documents are made on first use and cached
 * until their kinds change.
 */
export function openApiRoutes(
  kinds: readonly ServedVersion[],
  version: string,
  parts: OpenApiDocuments = new OpenApiDocuments(),
  remotes: readonly RemoteVersion[] = [],
): Route[] {
  const api: ServedApi = {
    kinds,
    info: { title: 'Binnacle', version },
    media: {
      bodies: BODY_TYPES,
      responses: BODY_TYPES,
      patches: [...Object.values(PATCH_MEDIA_TYPES), APPLY_MEDIA_TYPE],
      streams: [JSON_TYPE, PROTOBUF_TYPE].map((type) => `${type};stream=watch`),
    },
  }
  return [...v2Routes(api, parts, remotes), ...v3Routes(api, parts, remotes)]
}

function v2Routes(api: ServedApi, parts: OpenApiDocuments, remotes: readonly RemoteVersion[]): Route[] {
  const json = v2Document((remote) => parts.v2(api, V2_JSON, remote), remotes)
  const protobuf = v2Document((remote) => parts.v2(api, V2_PROTOBUF, remote), remotes)
  return [
    route('/openapi/v2', async (context) => {
      const type = expectAccepted(context, [JSON_TYPE, V2_PROTOBUF_TYPE, OLD_V2_PROTOBUF_TYPE])
      return sendDocument(context, await (type === JSON_TYPE ? json : protobuf)())
    }),
    route('/swagger.json', async (context) => {
      expectAccepted(context, [JSON_TYPE])
      return sendDocument(context, await json())
    }),
  ]
}

/** A document that is made anew when another server says something else. */
function v2Document(
  make: (remote: readonly OpenApiContent[]) => ServedDocument,
  remotes: readonly RemoteVersion[],
): () => Promise<ServedDocument> {
  let made: { readonly contents: readonly unknown[]; readonly document: ServedDocument } | undefined
  return async () => {
    const contents = await Promise.all(remotes.map((remote) => remote.openApiV2()))
    if (made === undefined || contents.some((content, index) => content !== made?.contents[index])) {
      made = { contents, document: make(contents.filter((content) => content !== undefined)) }
    }
    return made.document
  }
}

function v3Routes(api: ServedApi, known: OpenApiDocuments, remotes: readonly RemoteVersion[]): Route[] {
  const parts = known.v3(api).map(({ name, document }) => ({ name, path: `/openapi/v3/${name}`, document }))
  const pathsOfParts = () =>
    parts.map(({ name, path, document }) => [name, { serverRelativeURL: `${path}?hash=${document.digest}` }])
  const makeIndex = () => encodeJson({ paths: Object.fromEntries(pathsOfParts()) })
  const index = new CachedDocument(JSON_TYPE, makeIndex, async () => {
    // The digests need the documents of built-in kinds, which take a few milliseconds each.
    const slices = new TimeSlices()
    for (const { document } of parts) {
      await document.prepareDigest()
      void document.digest
      await slices.next()
    }
    return makeIndex()
  })
  return [
    route('/openapi/v3', async (context) => {
      expectAccepted(context, [JSON_TYPE])
      if (remotes.length === 0) return sendDocument(context, index)
      const [others] = await Promise.all([remotePaths(remotes), index.prepare()])
      const paths = Object.fromEntries([...pathsOfParts(), ...others])
      return sendDocument(
        context,
        jsonDocument(() => ({ paths })),
      )
    }),
    ...parts.map(({ path, document }) => route(path, (context) => sendPart(context, path, document))),
  ]
}

async function remotePaths(remotes: readonly RemoteVersion[]) {
  const urls = await Promise.all(remotes.map((remote) => remote.openApiV3()))
  return remotes.flatMap(({ group, version }, index) =>
    urls[index] === undefined
      ? []
      : [[`apis/${group}/${version}`, { serverRelativeURL: urls[index] }] as const],
  )
}

/** A URL with a hash is immutable; an outdated hash redirects. */
async function sendPart(context: RequestContext, path: string, document: ServedDocument): Promise<void> {
  expectAccepted(context, [JSON_TYPE])
  await document.prepareDigest()
  const wanted = context.query.get('hash') ?? ''
  if (wanted !== '' && wanted !== document.digest) return redirect(context, `${path}?hash=${document.digest}`)
  return sendDocument(context, document, { immutable: wanted !== '' })
}

function expectAccepted({ request }: RequestContext, offered: readonly string[]): string {
  const type = negotiateMediaType(request.headers.accept, offered)
  if (type === undefined) throw notAcceptable()
  return type
}

const route = (path: string, respond: Route['respond']): Route => ({
  path,
  // OpenAPI has its own formats.
  negotiated: false,
  respond,
})
