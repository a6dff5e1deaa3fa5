import { readFileSync } from 'node:fs'
import { CachedDocument } from '#http/response/cached-document.js'
import { pageStyle } from './page-style.js'
import { type ViewerFile, viewerFile } from './viewer-file.js'

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'
const ICON = 'image/svg+xml'

/** A compass needle in its housing, which is what a binnacle is. */
const pageIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<circle cx="32" cy="32" r="30" fill="#12263f"/>
<circle cx="32" cy="32" r="25" fill="none" stroke="#d8a648" stroke-width="3"/>
<path d="M32 11 39 32H25Z" fill="#d8a648"/>
<path d="M32 53 25 32H39Z" fill="#f4f1ea"/>
<circle cx="32" cy="32" r="3.5" fill="#12263f"/>
</svg>
`

const ofViewer = (name: ViewerFile, mediaType: string) =>
  new CachedDocument(mediaType, () => readFileSync(viewerFile(name)))

const ofPage = (name: string) =>
  new CachedDocument(SCRIPT, () => readFileSync(new URL(`./page/${name}`, import.meta.url)))

const written = (text: string, mediaType: string) => new CachedDocument(mediaType, () => Buffer.from(text))

/**
 * Everything that the page loads, by its name below `/docs/`. There is nothing else: no part of a request's path ever
 * becomes part of a file's. Files are read when they are asked for first.
 */
export const docsAssets = {
  'address.js': ofPage('address.js'),
  'api-parts.js': ofPage('api-parts.js'),
  'icon.svg': written(pageIcon, ICON),
  'known-kinds.js': ofPage('known-kinds.js'),
  'page-script.js': ofPage('page-script.js'),
  'page.css': written(pageStyle, STYLE),
  'readable-document.js': ofPage('readable-document.js'),
  'search-field.js': ofPage('search-field.js'),
  'swagger-ui-bundle.js': ofViewer('swagger-ui-bundle.js', SCRIPT),
  'swagger-ui.css': ofViewer('swagger-ui.css', STYLE),
  'viewer.js': ofPage('viewer.js'),
} as const satisfies Readonly<Record<string, CachedDocument>>

export type AssetName = keyof typeof docsAssets

export const assetPath = (name: AssetName) => `/docs/${name}`
