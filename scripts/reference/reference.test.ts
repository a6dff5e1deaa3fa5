import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FOLDER, leftOver, renderPages } from './pages.js'

test('the reference pages match the code', async () => {
  const pages = await renderPages()
  for (const [path, text] of pages) {
    const file = join(FOLDER, path)
    assert.equal(readFileSync(file, 'utf8'), text, `${file} is out of date: run npm run docs:reference`)
  }
  assert.deepEqual(leftOver(pages), [], 'these pages are no longer generated: run npm run docs:reference')
})
