import { type AssetName, assetPath, docsAssets } from '../docs/assets.js'
import { docsPage } from '../docs/page.js'
import type { Exchange } from '../exchange.js'
import type { KeptDocument } from '../kept-document.js'
import { sendDocument } from '../respond-document.js'
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
  answer: (exchange) => {
    exchange.response.setHeader('Content-Security-Policy', POLICY)
    exchange.response.setHeader('Referrer-Policy', 'no-referrer')
    return send(exchange, docsPage)
  },
}

/** What the page is made of, below `/docs/`. */
export const docsAssetRoutes: readonly Route[] = (Object.keys(docsAssets) as AssetName[]).map((name) => ({
  path: assetPath(name),
  negotiated: false,
  answer: (exchange) => {
    const asset = docsAssets[name]
    // Whoever names the state can only ever get that one under the name.
    return send(exchange, asset, exchange.query.get('hash') === asset.digest)
  },
}))

function send(exchange: Exchange, document: KeptDocument, immutable = false): void | Promise<void> {
  exchange.response.setHeader('X-Content-Type-Options', 'nosniff')
  return sendDocument(exchange, document, { immutable })
}
