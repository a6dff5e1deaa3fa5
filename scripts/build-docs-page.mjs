// Builds the page at /docs: bundles its script and copies the rest, with the viewer and its licences, to where the server
// looks for them. The server needs neither the sources nor the viewer's package.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'

const PAGE = fileURLToPath(new URL('../src/http/docs/page', import.meta.url))
const COPIED = ['index.html', 'icon.svg', 'page.css']
/** Swagger UI draws the API. Its files are a third of our package unless they are compressed. */
const VIEWER = 'swagger-ui-dist'
const COMPRESSED = ['swagger-ui-bundle.js', 'swagger-ui.css']
const LICENCES = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']

/** Writes everything to the folder, which is made when it is missing. */
export async function buildDocsPage(folder) {
  mkdirSync(folder, { recursive: true })
  await build({
    input: join(PAGE, 'page.ts'),
    platform: 'browser',
    output: { dir: folder, minify: true },
  })
  for (const name of COPIED) copyFileSync(join(PAGE, name), join(folder, name))
  const { resolve } = createRequire(import.meta.url)
  const ofViewer = (name) => resolve(`${VIEWER}/${name}`)
  for (const name of LICENCES) copyFileSync(ofViewer(name), join(folder, name))
  for (const name of COMPRESSED)
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(ofViewer(name)), { level: 9 }))
}
