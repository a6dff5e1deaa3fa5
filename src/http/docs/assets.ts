import { readFileSync } from 'node:fs'
import { CachedDocument } from '../cached-document.js'
import { pageIcon } from './page-icon.js'
import { pageStyle } from './page-style.js'
import { type ViewerFile, viewerFile } from './viewer-file.js'

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'
const ICON = 'image/svg+xml'

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
  'api-parts.js': ofPage('api-parts.js'),
  'icon.svg': written(pageIcon, ICON),
  'page-script.js': ofPage('page-script.js'),
  'page.css': written(pageStyle, STYLE),
  'readable-document.js': ofPage('readable-document.js'),
  'swagger-ui-bundle.js': ofViewer('swagger-ui-bundle.js', SCRIPT),
  'swagger-ui.css': ofViewer('swagger-ui.css', STYLE),
} as const satisfies Readonly<Record<string, CachedDocument>>

export type AssetName = keyof typeof docsAssets

export const assetPath = (name: AssetName) => `/docs/${name}`
