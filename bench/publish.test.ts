import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { published } from './publish.js'

test('a report takes the place of the one before, and nothing else changes', () => {
  const document = 'before\n\n<!-- bench:begin -->\n\nold\n\n<!-- bench:end -->\n\nafter\n'
  const once = published(document, 'new')
  assert.equal(once, document.replace('old', 'new'))
  assert.equal(published(once, 'new'), once)
})

test('a document without a place for the report is left alone', () => {
  assert.throws(() => published('nothing here', 'new'), /no place/)
})

test('the document of the project has a place for the report', () => {
  assert.match(published(readFileSync('docs/explanation/performance.md', 'utf8'), 'the report'), /the report/)
})
