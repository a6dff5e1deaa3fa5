import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rulesAllow } from './rules.js'

const PODS = { group: '', plural: 'pods' }
const RULES = [
  { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] },
  { verbs: ['*'], apiGroups: ['apps'], resources: ['*'] },
  { verbs: ['delete'], apiGroups: [''], resources: ['pods'], resourceNames: ['mine'] },
  { verbs: ['update'], apiGroups: ['*'], resources: ['*/scale', 'pods/status'] },
]

describe('rules of a user', () => {
  it('allow the verbs, groups and resources that they name', () => {
    assert.equal(rulesAllow(RULES, 'list', PODS), true)
    assert.equal(rulesAllow(RULES, 'watch', PODS), false)
    assert.equal(rulesAllow(RULES, 'patch', { group: 'apps', plural: 'deployments' }), true)
    assert.equal(rulesAllow(RULES, 'get', { group: 'batch', plural: 'pods' }), false)
  })

  it('with names allow only these', () => {
    assert.equal(rulesAllow(RULES, 'delete', PODS, { name: 'mine' }), true)
    assert.equal(rulesAllow(RULES, 'delete', PODS, { name: 'other' }), false)
    assert.equal(rulesAllow(RULES, 'delete', PODS), false)
  })

  it('for a subresource are not for its resource, nor the other way round', () => {
    assert.equal(rulesAllow(RULES, 'update', PODS, { subresource: 'status' }), true)
    assert.equal(rulesAllow(RULES, 'update', PODS), false)
    assert.equal(rulesAllow(RULES, 'get', PODS, { subresource: 'log' }), false)
    assert.equal(rulesAllow(RULES, 'update', { group: 'x', plural: 'y' }, { subresource: 'scale' }), true)
  })
})
