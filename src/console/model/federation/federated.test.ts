import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiObject } from '../api/object.js'
import { overridesOf, sharesOf } from './federated.js'
import { annotationOf, draftError, draftOf, previewPlan } from './preferences.js'

const object = (annotations: Readonly<Record<string, unknown>>): ApiObject => ({
  metadata: {
    annotations: Object.fromEntries(
      Object.entries(annotations).map(([name, value]) => [
        `federation.binnacle.dev/${name}`,
        JSON.stringify(value),
      ]),
    ),
  },
})

describe('a federated object', () => {
  it('has a share in each cluster, with the reason', () => {
    const shares = sharesOf(
      object({
        'cluster-status': {
          m1: { state: 'Failed', reason: 'NotOurs', asked: 3, replicas: 2, readyReplicas: 1 },
        },
        placement: { clusters: { m1: { chosen: true }, m2: { chosen: false, message: 'the region is us' } } },
      }),
      ['m1', 'm2', 'm3'],
    )
    assert.deepEqual(
      shares.map(({ cluster, isChosen, state, why, wanted, current, ready }) => [
        cluster,
        isChosen,
        state,
        why,
        wanted,
        current,
        ready,
      ]),
      [
        ['m1', true, 'Failed', 'NotOurs', 3, 2, 1],
        ['m2', false, undefined, 'the region is us', undefined, 0, 0],
        ['m3', undefined, undefined, '', undefined, 0, 0],
      ],
    )
  })

  it('names the clusters of its overrides', () => {
    const patch = [{ op: 'replace', path: '/data/a', value: 'b' }]
    const selector = [{ key: 'region', operator: 'in', values: ['eu'] }]
    const overrides = overridesOf(
      object({ overrides: [{ clusters: ['m1'], patch }, { selector, patch }, { patch }] }),
    )
    assert.deepEqual(
      overrides.map(({ where }) => where),
      ['m1', 'region in eu', 'all clusters'],
    )
    assert.deepEqual(overridesOf(object({ overrides: 'nonsense' })), [])
  })
})

describe('a draft of preferences', () => {
  const clusters = ['m1', 'm2', 'm3']
  const input = { replicas: 9, clusters, current: new Map([['m1', 9]]), key: 'shop/web' }

  it('is the annotation and back', () => {
    const text =
      '{"rebalance":true,"clusters":{"*":{"weight":1},"m1":{"minReplicas":2,"maxReplicas":5,"weight":3}}}'
    assert.equal(annotationOf(draftOf(text, clusters)), text)
    assert.deepEqual(draftOf('{', clusters), draftOf(undefined, clusters))
  })

  it('has the plan of the host before it is saved', () => {
    const draft = draftOf('{"clusters":{"*":{"weight":1}}}', clusters)
    assert.deepEqual(Object.fromEntries(previewPlan(input, draft)), { m1: 9, m2: 0, m3: 0 })
    const moved = previewPlan(input, { ...draft, rebalance: true })
    assert.deepEqual(Object.fromEntries(moved), { m1: 3, m2: 3, m3: 3 })
  })

  it('says what is wrong with it', () => {
    const draft = draftOf(undefined, clusters)
    const rows = (row: object) => ({
      ...draft,
      rows: [{ cluster: 'm1', least: '', most: '', weight: '', ...row }],
    })
    assert.equal(draftError(draft), undefined)
    assert.match(draftError(rows({ weight: '1.5' })) ?? '', /m1: .*whole number/)
    assert.match(draftError(rows({ least: '3', most: '2' })) ?? '', /above/)
  })
})
