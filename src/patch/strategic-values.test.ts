import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decoderOf } from '#schema/decode.js'
import { PARCEL, Parcel } from '#schema/parcel.fixture.js'
import { explicit, list, map, optional, string, struct } from '#schema/type.js'
import type { JsonObject } from './json-value.js'
import { strategicMerge } from './strategic-merge.js'

const decode = decoderOf(Parcel)
const wire = (value: unknown) => JSON.parse(JSON.stringify(decode(value)))
const merge = (patch: JsonObject) => wire(strategicMerge(PARCEL, patch, Parcel))

describe('scalars with a form of their own in a strategic merge patch', () => {
  it('survive a patch that does not name them', () => {
    assert.deepEqual(merge({}), PARCEL)
  })

  it('take the place of what was there', () => {
    assert.deepEqual(
      merge({ seal: 'YWI=', packed: '2024-03-01T12:00:00.000000+02:00', remark: [1], pages: ['YQ=='] }),
      { ...PARCEL, seal: 'YWI=', packed: '2024-03-01T10:00:00.000000Z', remark: [1], pages: ['YQ=='] },
    )
  })

  it('are taken away by null', () => {
    const { opened, remark, owned, ...others } = PARCEL
    assert.deepEqual(merge({ opened: null, remark: null, owned: null, contents: null, packed: null }), {
      ...others,
      contents: null,
      packed: null,
    })
  })

  it('merge by name in maps', () => {
    const { papers, marks, samples } = merge({
      papers: { bill: null, letter: 'YQ==' },
      marks: { flags: ['blue'] },
      samples: { text: { a: 1 } },
    })
    assert.deepEqual(papers, { empty: '', letter: 'YQ==' })
    assert.deepEqual(marks, { flags: ['blue'], none: [] })
    assert.deepEqual(samples, { list: [], text: { a: 1 } })
  })

  it('merge like plain JSON where they are objects of JSON', () => {
    const { contents, owned } = merge({
      contents: { spec: { a: ['new'], é: null, b: { c: 1 } } },
      owned: { 'f:spec': null, 'f:status': {} },
    })
    assert.deepEqual(contents, { spec: { a: ['new'], b: { c: 1 } } })
    assert.deepEqual(owned, { 'f:status': {} })
  })
})

describe('a struct that a strategic merge patch replaces', () => {
  const Selector = struct('test.Selector', 'A selector.', {
    labels: optional(1, map(string), 'Labels.'),
    names: optional(2, list(string), 'Names.', { merge: {} }),
  })
  const Budget = struct('test.Budget', 'A budget.', {
    selector: explicit(1, Selector, 'Selector.', { replace: true }),
    other: explicit(2, Selector, 'Merges.'),
  })
  const current = { labels: { a: '1' }, names: ['x'] }
  const merged = (selector: JsonObject | null) =>
    strategicMerge({ selector: current, other: current }, { selector, other: selector }, Budget)

  it('has nothing left of what it was', () => {
    assert.deepEqual(merged({ labels: { b: '2', c: null } }), {
      selector: { labels: { b: '2' } },
      other: { labels: { a: '1', b: '2' }, names: ['x'] },
    })
  })

  it('goes with null, and may be empty', () => {
    assert.deepEqual(merged(null), {})
    assert.deepEqual(merged({}), { selector: {}, other: current })
  })
})
