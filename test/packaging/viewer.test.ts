import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '../support/temporary-folder.js'

const SCRIPT = fileURLToPath(new URL('../../../scripts/build-docs-page.mjs', import.meta.url))
const NAMES = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const

describe('a built docs page', async () => {
  const folder = await temporaryFolder()
  after(() => folder.remove())
  await promisify(execFile)(process.execPath, [SCRIPT, folder.path])

  it('brings the viewer of /docs along', async () => {
    const require = createRequire(import.meta.url)
    for (const name of NAMES) {
      const original = await readFile(require.resolve(`swagger-ui-dist/${name}`))
      assert.ok((await readFile(join(folder.path, 'http/docs/assets', name))).equals(original), name)
    }
  })

  it('brings the licences of the viewer along', async () => {
    const files = await readdir(join(folder.path, 'http/docs/assets'))
    for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
      assert.ok(files.includes(name))
  })
})
