// Writes the generated pages of the reference. The test in this folder fails when one is out of date.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FOLDER, leftOver, renderPages } from './pages.js'

const pages = await renderPages()
for (const [path, text] of pages) {
  const file = join(FOLDER, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
for (const path of leftOver(pages)) rmSync(join(FOLDER, path))
