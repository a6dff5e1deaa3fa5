import { type AssetName, assetPath, docsAssets, docsPage, homePage } from '#http/docs/assets.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { CachedDocument } from '#http/response/cached-document.js'
import { sendDocument } from '#http/response/respond-document.js'
import type { Route } from './route.js'

/**
 * The Content-Security-Policy of the pages: only scripts, styles and requests of this server. Images may be data URLs,
 * which the viewer uses.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The pages have no data. They ask the API for it as their user. */
const pageRoute = (path: string, page: CachedDocument): Route => ({
  path,
  negotiated: false,
  access: 'public',
  respond: (context) => {
    context.response.setHeader('Content-Security-Policy', POLICY)
    context.response.setHeader('Referrer-Policy', 'no-referrer')
    return send(context, page)
  },
})

/** `/` in a browser. */
export const homeRoute = pageRoute('/', homePage)

/** `/docs`: the API documentation, in a browser. */
export const docsRoute = pageRoute('/docs', docsPage)

/** The assets of the pages, below `/docs/`. */
export const docsAssetRoutes: readonly Route[] = (Object.keys(docsAssets) as AssetName[]).map((name) => ({
  path: assetPath(name),
  negotiated: false,
  access: 'public',
  respond: (context) => {
    const asset = docsAssets[name]
    // A URL with the current hash is immutable.
    return send(context, asset, context.query.get('hash') === asset.digest)
  },
}))

function send(context: RequestContext, document: CachedDocument, immutable = false): void | Promise<void> {
  context.response.setHeader('X-Content-Type-Options', 'nosniff')
  return sendDocument(context, document, { immutable })
}
