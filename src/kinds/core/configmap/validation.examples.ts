import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { DATA_LIMIT } from '#kinds/shared/data-rules.js'
import { configKey } from '#kinds/shared/formats.js'
import { type Body, follows, forbidden, invalid, tooLarge } from '#meta/rule-examples.fixture.js'
import { configMap } from './index.js'

const FIXED = 'field is immutable when `immutable` is set'
const HALF = 'x'.repeat(DATA_LIMIT / 2)

export const configMapRules = rulesOfObject({
  type: 'ConfigMap',
  version: configMap.storageVersion,
  at: '',
  object: (body) => body,
  examples: [
    follows('data[a/b]', configKey, { data: { 'a/b': '' } }, { data: { 'a.b': '' } }),
    invalid(
      'data[a]',
      'must not have a key of binaryData',
      'duplicate of key present in binaryData',
      { data: { a: '' }, binaryData: { a: '' } },
      { data: { a: '' }, binaryData: { b: '' } },
    ),
    follows('binaryData[..]', configKey, { binaryData: { '..': '' } }, { binaryData: { '.x': '' } }),
    tooLarge('[]', DATA_LIMIT, { data: { a: HALF, b: `${HALF}x` } }, { data: { a: HALF, b: HALF } }),
  ],
})

const BEFORE = { immutable: true, data: { a: '1' } }
const change = (part: Body) => ({ ...BEFORE, ...part })

export const configMapChangeRules = rulesOfUpdate({
  type: 'ConfigMap',
  version: configMap.storageVersion,
  at: '',
  before: BEFORE,
  object: (body) => body,
  examples: [
    forbidden('immutable', 'is immutable once true', FIXED, change({ immutable: false }), change({})),
    forbidden(
      'data',
      'is immutable once immutable',
      FIXED,
      change({ data: {} }),
      change({ metadata: { labels: { a: 'b' } } }),
    ),
    forbidden(
      'binaryData',
      'is immutable once immutable',
      FIXED,
      change({ binaryData: { b: '' } }),
      change({ binaryData: {} }),
    ),
  ],
})
