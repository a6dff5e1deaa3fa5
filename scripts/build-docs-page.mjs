// Builds the page at /docs: bundles its script and its style, and copies the rest, with the viewer and its licences, to where
// the compiled server looks for them. The server needs neither the sources nor the viewer's package.
//   node scripts/build-docs-page.mjs [folder of the compiled server, dist by default]
import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const PAGE = fileURLToPath(new URL('../src/http/docs/page', import.meta.url))
const BUNDLED = ['page.ts', 'page.css']
const COPIED = ['index.html', 'icon.svg']
/** Swagger UI draws the API. */
const VIEWER = 'swagger-ui-dist'
const OF_VIEWER = [
  'swagger-ui-bundle.js',
  'swagger-ui.css',
  'LICENSE',
  'NOTICE',
  'swagger-ui-bundle.js.LICENSE.txt',
]

export async function buildDocsPage(compiled) {
  const assets = join(compiled, 'http/docs/assets')
  mkdirSync(assets, { recursive: true })
  await build({
    entryPoints: BUNDLED.map((name) => join(PAGE, name)),
    outdir: assets,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
  })
  for (const name of COPIED) copyFileSync(join(PAGE, name), join(assets, name))
  const require = createRequire(import.meta.url)
  for (const name of OF_VIEWER) copyFileSync(require.resolve(`${VIEWER}/${name}`), join(assets, name))
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildDocsPage(resolve(process.argv[2] ?? 'dist'))
