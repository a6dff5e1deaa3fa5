import assert from 'node:assert/strict'
import { it } from 'node:test'
import { packContinue, packVersions, unpackContinue, unpackVersions } from './cluster-versions.js'

const VERSIONS = new Map([
  ['m2', '7'],
  ['m1', '12'],
])

it('versions survive the token, in one form', () => {
  const token = packVersions(VERSIONS)
  assert.match(token, /^[\w-]+$/)
  assert.equal(token, packVersions(new Map([...VERSIONS].reverse())))
  assert.deepEqual(unpackVersions(token), new Map([...VERSIONS].reverse()))
})

it('a continue token keeps the versions of the first page and the last object', () => {
  const point = { versions: new Map([['m1', '12']]), cluster: 'm1', key: 'a/web' }
  assert.deepEqual(unpackContinue(packContinue(point)), point)
  const rest = { ...point, versions: undefined }
  assert.deepEqual(unpackContinue(packContinue(rest)), rest)
})

it('anything else is no token', () => {
  const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const text of ['', '12', 'x', packed(null), packed([]), packed({ m1: 1 }), packed({ m1: '-1' })]) {
    assert.equal(unpackVersions(text), undefined)
  }
  for (const text of ['12', packed({}), packed(['', 'm1']), packed(['x', 'm1', 'k']), packed([1, 2, 3])]) {
    assert.equal(unpackContinue(text), undefined)
  }
})
