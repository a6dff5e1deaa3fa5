import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DecodeError } from './decode-error.js'
import { addQuantities, canonicalQuantity, compareQuantities, subtractQuantities } from './quantity.js'

describe('quantities', () => {
  const rewritten: [string | number, string][] = [
    ['0.5', '500m'],
    ['1.5', '1500m'],
    ['1000', '1k'],
    ['1000m', '1'],
    ['.25', '250m'],
    ['1000k', '1M'],
    ['0.5G', '500M'],
    ['0.10', '100m'],
    ['0', '0'],
    ['0.000', '0'],
    ['-0', '0'],
    ['1.5Gi', '1536Mi'],
    ['1024Mi', '1Gi'],
    ['8Mi', '8Mi'],
    ['0.5Ki', '512'],
    ['0.1Ki', '102400m'],
    ['-1024Ki', '-1Mi'],
    ['1e1', '10'],
    ['10e2', '1e3'],
    ['1E4', '10e3'],
    ['0.0000000001', '1n'],
    ['-0.0000000001', '-1n'],
    ['8Ei', '9223372036854775807'],
    [0.25, '250m'],
    [1e21, '1e+21'],
    ['  2  ', '2'],
  ]
  for (const [input, canonical] of rewritten) {
    it(`${JSON.stringify(input)} is ${canonical}`, () => assert.equal(canonicalQuantity(input), canonical))
  }

  for (const text of [
    '1500m',
    '2',
    '1500M',
    '1e3',
    '129e6',
    '3G',
    '1.500',
    '1Gi',
    '100Mi',
    '1048576',
    '-5',
    '17n',
  ]) {
    it(`${text} stays as it was written`, () => assert.equal(canonicalQuantity(text), text))
  }

  it('rewriting is idempotent', () => {
    for (const [, canonical] of rewritten) assert.equal(canonicalQuantity(canonical), canonical)
  })

  for (const bad of [
    '',
    'much',
    '1 Gi',
    'Gi',
    '.',
    '1.2.3',
    '1ki',
    '0x10',
    '1e',
    'e3',
    '--1',
    '1e999999',
    true,
    {},
    [],
  ]) {
    it(`${JSON.stringify(bad)} is rejected`, () => assert.throws(() => canonicalQuantity(bad), DecodeError))
  }

  it('what is finer than the finest step is rounded away from zero', () => {
    assert.equal(canonicalQuantity('0.1m', -3), '1m')
    assert.equal(canonicalQuantity('-0.1m', -3), '-1m')
    assert.equal(canonicalQuantity('1.0005', -3), '1001m')
    assert.equal(canonicalQuantity('100u', -3), '1m')
    assert.equal(canonicalQuantity('1500m', -3), '1500m')
  })

  it('compares by number, whatever the suffix', () => {
    assert.equal(compareQuantities('1', '1000m'), 0)
    assert.equal(compareQuantities('1Ki', '1024'), 0)
    assert.equal(compareQuantities('1.500', '1500m'), 0)
    assert.ok(compareQuantities('1Ki', '1k') > 0)
    assert.ok(compareQuantities('-1', '1n') < 0)
    assert.ok(compareQuantities('999m', '1') < 0)
  })

  it('adds and subtracts exactly, with a suffix of the kind that the first has', () => {
    assert.equal(addQuantities('500m', '1500m'), '2')
    assert.equal(addQuantities('1Gi', '512Mi'), '1536Mi')
    assert.equal(addQuantities('1Gi', '1'), '1073741825')
    assert.equal(addQuantities('0', '64Mi'), '64Mi')
    assert.equal(addQuantities('1k', '1Ki'), '2024')
    assert.equal(addQuantities('1Mi', '500m'), '1048576500m')
    assert.equal(subtractQuantities('2', '500m'), '1500m')
    assert.equal(subtractQuantities('1Gi', '1Gi'), '0')
    assert.equal(subtractQuantities('1', '3'), '-2')
  })

  it('the usual spelling of quantities is canonical', () => {
    for (let number = 1; number < 1000; number++) {
      for (const suffix of ['m', '', 'k', 'M', 'G', 'T', 'P', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi']) {
        const text = `${number}${suffix}`
        // With spaces around it is read from scratch.
        for (const finest of [undefined, -3]) {
          assert.equal(canonicalQuantity(text, finest), canonicalQuantity(` ${text} `, finest))
        }
      }
    }
  })
})
