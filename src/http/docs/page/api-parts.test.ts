import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiParts, chosenPart, linkTo } from './api-parts.js'

const index = (...names: string[]) => ({
  paths: Object.fromEntries(names.map((name) => [name, { serverRelativeURL: `/openapi/v3/${name}?hash=1` }])),
})
const parts = apiParts(index('version', 'apis', 'apis/b', 'apis/b/v1', 'apis/a/v2', 'api', 'api/v1'))

describe('the parts of the API', () => {
  it('begin with the versions of groups, each kind in alphabetical order', () => {
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

  it('lead to the documents that the index names', () => {
    assert.equal(parts.find(({ label }) => label === 'a/v2')?.url, '/openapi/v3/apis/a/v2?hash=1')
  })

  it('are each chosen by the link to them', () => {
    for (const part of parts) assert.equal(chosenPart(parts, linkTo(part)), part)
    assert.equal(linkTo({ ...parts[0], name: 'apis/b&c/v1' } as (typeof parts)[0]), '?part=apis/b%26c/v1')
  })

  it('are chosen from the beginning where the address names none, or none that there is', () => {
    for (const search of ['', '?', '?part=', '?part=nothing', '?other=apis/b/v1'])
      assert.equal(chosenPart(parts, search), parts[0])
    assert.equal(chosenPart([], ''), undefined)
  })
})
