import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { CachedDocument } from '#http/response/cached-document.js'

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

/** `scripts/build-docs-page.mjs` writes these files. The server reads a file when it is first requested. */
const builtFile = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url))
const asset = (name: string, mediaType: string) => new CachedDocument(mediaType, () => builtFile(name))
const compressedAsset = (name: string, mediaType: string) =>
  new CachedDocument(mediaType, () => gunzipSync(builtFile(`${name}.gz`)))

/** All assets of the pages, by name below `/docs/`. A request path never becomes part of a file path. */
export const docsAssets = {
  'base.css': asset('base.css', STYLE),
  'home.css': asset('home.css', STYLE),
  'home.js': asset('home.js', SCRIPT),
  'icon.svg': asset('icon.svg', 'image/svg+xml'),
  'page.css': asset('page.css', STYLE),
  'page.js': asset('page.js', SCRIPT),
  'swagger-ui-bundle.js': compressedAsset('swagger-ui-bundle.js', SCRIPT),
  'swagger-ui.css': compressedAsset('swagger-ui.css', STYLE),
} as const satisfies Readonly<Record<string, CachedDocument>>

export type AssetName = keyof typeof docsAssets

export const assetPath = (name: AssetName) => `/docs/${name}`

/** A page has no inline script or style, so that its CSP can forbid both. */
const page = (file: string) =>
  new CachedDocument('text/html; charset=utf-8', () => {
    let html = builtFile(file).toString()
    for (const name of Object.keys(docsAssets) as AssetName[]) {
      // The hash in the URL allows browsers to cache an asset forever.
      html = html.replaceAll(`"${assetPath(name)}"`, `"${assetPath(name)}?hash=${docsAssets[name].digest}"`)
    }
    return Buffer.from(html)
  })

export const docsPage = page('index.html')
export const homePage = page('home.html')
