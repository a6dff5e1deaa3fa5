import { type AssetName, assetPath, docsAssets, docsPage } from '#http/docs/assets.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { CachedDocument } from '#http/response/cached-document.js'
import { sendDocument } from '#http/response/respond-document.js'
import type { Route } from './route.js'

/**
 * What the page may do: run and look like what this server serves, ask this server, and nothing else. Pictures may be
 * part of a style, which is how the viewer has them.
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

/** `/docs`: the API for people, in a browser. */
export const docsRoute: Route = {
  path: '/docs',
  negotiated: false,
  respond: (context) => {
    context.response.setHeader('Content-Security-Policy', POLICY)
    context.response.setHeader('Referrer-Policy', 'no-referrer')
    return send(context, docsPage)
  },
}

/** What the page is made of, below `/docs/`. */
export const docsAssetRoutes: readonly Route[] = (Object.keys(docsAssets) as AssetName[]).map((name) => ({
  path: assetPath(name),
  negotiated: false,
  respond: (context) => {
    const asset = docsAssets[name]
    // A request that names the state can only ever get that one under the name.
    return send(context, asset, context.query.get('hash') === asset.digest)
  },
}))

function send(context: RequestContext, document: CachedDocument, immutable = false): void | Promise<void> {
  context.response.setHeader('X-Content-Type-Options', 'nosniff')
  return sendDocument(context, document, { immutable })
}
