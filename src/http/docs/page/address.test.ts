import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chosenPart, chosenPlace, fragmentOf, linkToPart } from './address.js'
import { apiParts } from './api-parts.js'

const parts = apiParts({
  paths: Object.fromEntries(
    ['version', 'apis/b&c/v1', 'apis/a/v2', 'api/v1'].map((name) => [
      name,
      { serverRelativeURL: `/${name}` },
    ]),
  ),
})

describe('the address of the page', () => {
  it('names the part that is shown', () => {
    for (const part of parts) assert.equal(chosenPart(parts, linkToPart(part.name)), part)
    assert.equal(linkToPart('apis/b&c/v1'), '?part=apis/b%26c/v1')
  })

  it('shows the first part where it names none, or none that there is', () => {
    for (const search of ['', '?', '?part=', '?part=nothing', '?other=apis/a/v2']) {
      assert.equal(chosenPart(parts, search), parts[0])
    }
    assert.equal(chosenPart([], ''), undefined)
  })

  it('names a section and an operation', () => {
    const places = [
      { section: 'ships' },
      { section: 'ships', operation: 'list' },
      { section: 'a/b#c', operation: 'ö' },
    ]
    for (const place of places) assert.deepEqual(chosenPlace(fragmentOf(place)), place)
    assert.equal(linkToPart('api/v1', { section: 'pods' }), '?part=api/v1#/pods')
  })

  it('names no section where its fragment is of another form', () => {
    for (const hash of ['', '#', '#/', '#ships', '#/%', '#/ships/', '#/ships/list/more']) {
      assert.equal(chosenPlace(hash), undefined, hash)
    }
  })
})
