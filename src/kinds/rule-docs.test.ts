import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { renderRules } from './rule-docs.fixture.js'
import { ruleTables } from './rules.examples.js'

/** From `.build/src/kinds`. */
const DOCS = new URL('../../../docs/validation.md', import.meta.url)

test('docs/validation.md is up to date', () => {
  const rendered = renderRules(ruleTables)
  if (process.env.UPDATE_DOCS) writeFileSync(DOCS, rendered)
  assert.equal(
    readFileSync(DOCS, 'utf8'),
    rendered,
    'write it anew: UPDATE_DOCS=1 node scripts/run-tests.mjs rule-docs',
  )
})
