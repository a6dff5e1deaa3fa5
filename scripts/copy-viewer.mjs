// Copies the viewer of /docs, with its licences, to where the compiled server looks for it, so that the server does not
// need the viewer's package. The folder of the compiled server may be named: node scripts/copy-viewer.mjs dist
import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const LICENCES = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']

const compiled = pathToFileURL(resolve(process.argv[2] ?? 'dist', 'http/docs/viewer-file.js'))
const { VIEWER_FILES, VIEWER_FOLDER, VIEWER_PACKAGE } = await import(compiled)
const require = createRequire(import.meta.url)

mkdirSync(VIEWER_FOLDER, { recursive: true })
for (const name of [...VIEWER_FILES, ...LICENCES]) {
  copyFileSync(require.resolve(`${VIEWER_PACKAGE}/${name}`), new URL(name, VIEWER_FOLDER))
}
