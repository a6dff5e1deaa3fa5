// Builds the pages at / and /docs: bundles their scripts and copies the other files, the viewer and its licences into
// dist/. At run time the server needs neither the sources nor the viewer's package.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'

const PAGE = fileURLToPath(new URL('../src/http/docs/page', import.meta.url))
const SOURCES = fileURLToPath(new URL('../src', import.meta.url))
const COPIED = ['index.html', 'home.html', 'icon.svg', 'base.css', 'page.css', 'home.css']
/** Each is one file: a page loads one script. */
const SCRIPTS = ['page', 'home']
/** Swagger UI renders the API. Uncompressed, its files would be a third of our package. */
const VIEWER = 'swagger-ui-dist'
const COMPRESSED = ['swagger-ui-bundle.js', 'swagger-ui.css']
/** `#util/x.js` is src/util/x.ts. */
const subpathImports = {
  name: 'subpath imports',
  resolveId: {
    filter: { id: /^#/ },
    handler: (id) => join(SOURCES, id.slice(1).replace(/\.js$/, '.ts')),
  },
}
const LICENCES = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']

/** Writes everything to the folder. Creates it if it is missing. */
export async function buildDocsPage(folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of SCRIPTS) {
    await build({
      input: join(PAGE, `${name}.ts`),
      platform: 'browser',
      plugins: [subpathImports],
      output: { dir: folder, minify: true },
    })
  }
  for (const name of COPIED) copyFileSync(join(PAGE, name), join(folder, name))
  const { resolve } = createRequire(import.meta.url)
  const ofViewer = (name) => resolve(`${VIEWER}/${name}`)
  for (const name of LICENCES) copyFileSync(ofViewer(name), join(folder, name))
  for (const name of COMPRESSED)
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(ofViewer(name)), { level: 9 }))
}
