import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatPlace, isSamePlace, type Place, parsePlace } from './address.js'

const deployments = { group: 'apps', version: 'v1', plural: 'deployments' }
const nodes = { group: '', version: 'v1', plural: 'nodes' }

describe('the address of a page', () => {
  const places: readonly (readonly [Place, string])[] = [
    [{ page: 'overview' }, '#/overview'],
    [
      { page: 'changes', path: ['pods', 'a b'], query: { since: '5' }, at: '7' },
      '#/changes/pods/a%20b?since=5&at=7',
    ],
    [{ page: 'list', resource: nodes }, '#/list/_/v1/nodes'],
    [
      { page: 'list', resource: deployments, namespace: 'team', labels: 'app=web,x in (a)', sort: '-Age' },
      '#/list/apps/v1/deployments?ns=team&labels=app%3Dweb%2Cx+in+%28a%29&sort=-Age',
    ],
    [
      { page: 'object', resource: deployments, within: 'team', name: 'web', tab: 'events', at: '12' },
      '#/object/apps/v1/deployments/team/web?tab=events&at=12',
    ],
    [{ page: 'object', resource: nodes, name: 'a/b' }, '#/object/_/v1/nodes/_/a%2Fb'],
  ]
  for (const [place, fragment] of places) {
    it(`of ${fragment} leads to the same page`, () => {
      assert.equal(formatPlace(place), fragment)
      assert.ok(isSamePlace(parsePlace(fragment), place))
    })
  }

  it('that is none leads to the overview', () => {
    for (const fragment of ['', '#', '#/', '#/nothing', '#/list', '#/object/_/v1/pods', '#/%E0%A4%A']) {
      assert.equal(parsePlace(fragment).page, 'overview', fragment)
    }
    assert.equal(parsePlace('#/overview?at=now').at, undefined)
  })
})
