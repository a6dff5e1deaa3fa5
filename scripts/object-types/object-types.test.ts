import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { FOLDER, renderObjectTypes } from './render.js'

/** The formatter sorts imports and may break lines. */
const wordsOf = (text: string) => text.split(/[\s,]+/).sort()

describe('the types of the built-in kinds', () => {
  it('are as the schemas describe them: otherwise run `npm run types:objects`', () => {
    for (const [name, text] of renderObjectTypes()) {
      assert.deepEqual(wordsOf(readFileSync(join(FOLDER, name), 'utf8')), wordsOf(text), name)
    }
  })
})
