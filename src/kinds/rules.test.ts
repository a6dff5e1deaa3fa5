import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contradiction } from '#meta/rule-examples.fixture.js'
import { loadRules } from './example-objects.fixture.js'
import { testedRuleTables } from './name-rules.examples.js'

await loadRules()

for (const table of testedRuleTables) {
  describe(`the rules of ${table.type} at ${table.at || 'the root'}${table.on ? ` on ${table.on}` : ''}`, () => {
    for (const example of table.examples) {
      test(`${example.field || 'the whole'}: ${example.rule}`, async () => {
        assert.equal(await contradiction(table, example), undefined)
      })
    }
  })
}
