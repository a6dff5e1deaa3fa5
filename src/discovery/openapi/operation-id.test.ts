import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupWord, operationId } from './operation-id.js'

const ship = { group: 'fleet', version: 'v1', kind: 'Ship', namespaced: true }

describe('the name of an operation', () => {
  it('says verb, group, version, place and kind', () => {
    assert.equal(operationId('read', ship), 'readFleetV1NamespacedShip')
    assert.equal(operationId('read', { ...ship, namespaced: false }), 'readFleetV1Ship')
  })

  it('says where it looks, if not in one place', () => {
    assert.equal(
      operationId('delete', ship, { before: 'Collection' }),
      'deleteFleetV1CollectionNamespacedShip',
    )
    assert.equal(operationId('read', ship, { behind: 'status' }), 'readFleetV1NamespacedShipStatus')
    assert.equal(operationId('list', ship, { allNamespaces: true }), 'listFleetV1ShipForAllNamespaces')
    assert.equal(
      operationId('watch', ship, { behind: 'List', allNamespaces: true }),
      'watchFleetV1ShipListForAllNamespaces',
    )
  })

  it('has the parts of a group with dots as words', () => {
    assert.equal(groupWord('rbac.authorization.k8s.io'), 'RbacAuthorization')
    assert.equal(groupWord('example.org'), 'ExampleOrg')
  })
})
