import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PreferencesError, parsePreferences } from './preferences.js'

describe('preferences of replicas', () => {
  it('have defaults', () => {
    assert.deepEqual(parsePreferences('{"clusters":{"a":{}}}'), {
      rebalance: false,
      clusters: new Map([['a', { minReplicas: 0n, maxReplicas: undefined, weight: 0n }]]),
    })
    for (const empty of ['{}', 'null', '{"clusters":null,"rebalance":null}']) {
      assert.deepEqual(parsePreferences(empty), { rebalance: false, clusters: new Map() }, empty)
    }
  })

  it('are case-insensitive and ignore unknown properties', () => {
    const { rebalance, clusters } = parsePreferences(
      '{"Rebalance":true,"CLUSTERS":{"A":{"WEIGHT":2,"minreplicas":1,"MaxReplicas":9,"other":{}}},"x":1}',
    )
    assert.equal(rebalance, true)
    assert.deepEqual([...clusters], [['A', { minReplicas: 1n, maxReplicas: 9n, weight: 2n }]])
  })

  it('keep 64-bit integers', () => {
    const { clusters } = parsePreferences('{"clusters":{"a":{"weight":9223372036854775807}}}')
    assert.equal(clusters.get('a')?.weight, 9223372036854775807n)
  })

  it('are rejected with the path of the mistake', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['{', /^invalid JSON: /],
      ['', /^invalid JSON: /],
      ['[]', /^not an object$/],
      ['"x"', /^not an object$/],
      ['{"rebalance":1}', /^rebalance: not a boolean$/],
      ['{"clusters":[]}', /^clusters: not an object$/],
      ['{"clusters":{"a":1}}', /^clusters\["a"\]: not an object$/],
      ['{"clusters":{"a":{"weight":1.0}}}', /^clusters\["a"\]\.weight: not an integer$/],
      ['{"clusters":{"a":{"weight":1e3}}}', /^clusters\["a"\]\.weight: not an integer$/],
      ['{"clusters":{"a":{"weight":"1"}}}', /^clusters\["a"\]\.weight: not an integer$/],
      ['{"clusters":{"a":{"maxReplicas":9223372036854775808}}}', /: more than 64 bits$/],
    ]
    for (const [text, message] of cases) {
      assert.throws(
        () => parsePreferences(text),
        (error: Error) => {
          assert.ok(error instanceof PreferencesError, text)
          assert.match(error.message, message)
          return true
        },
      )
    }
  })
})
