import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiParts } from './api-parts.js'

const index = (...names: string[]) => ({
  paths: Object.fromEntries(names.map((name) => [name, { serverRelativeURL: `/openapi/v3/${name}?hash=1` }])),
})
const labels = (...names: string[]) => apiParts(index(...names)).map(({ label }) => label)

describe('the parts of the API', () => {
  it('start with the versions of groups, followed by the server itself', () => {
    const parts = apiParts(index('version', 'apis', 'apis/b', 'apis/b/v1', 'apis/a/v2', 'api', 'api/v1'))
    assert.deepEqual(
      parts.map(({ label, isGroupVersion }) => [label, isGroupVersion]),
      [
        ['v1', true],
        ['a/v2', true],
        ['b/v1', true],
        ['/api', false],
        ['/apis', false],
        ['/apis/b', false],
        ['/version', false],
      ],
    )
  })

  it('have the core group and apps in front, the others in alphabetical order', () => {
    assert.deepEqual(labels('apis/b/v1', 'apis/zoo/v1', 'apis/a/v1', 'apis/apps/v1', 'api/v1'), [
      'v1',
      'apps/v1',
      'a/v1',
      'b/v1',
      'zoo/v1',
    ])
  })

  it('have the newest version of a group first, and versions that are not stable behind all others', () => {
    assert.deepEqual(
      labels(
        'apis/a/v1beta1',
        'apis/apps/v1beta2',
        'apis/b/v2',
        'apis/b/v10',
        'apis/b/v1',
        'apis/a/v1alpha1',
      ),
      ['b/v10', 'b/v2', 'b/v1', 'a/v1beta1', 'a/v1alpha1', 'apps/v1beta2'],
    )
  })

  it('lead to the documents that the index names', () => {
    assert.equal(apiParts(index('apis/a/v2'))[0]?.url, '/openapi/v3/apis/a/v2?hash=1')
  })
})
