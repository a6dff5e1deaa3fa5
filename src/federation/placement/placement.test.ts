import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CLUSTER_SELECTOR, CLUSTERS } from '#federation/annotations.js'
import { PlacementError } from './cluster-selector.js'
import { Placement } from './placement.js'

const EAST = { name: 'east', labels: { region: 'east', tier: 'prod', size: '12' } }
const WEST = { name: 'west', labels: { region: 'west', size: '3' } }
const BARE = { name: 'bare', labels: undefined }

/** The names of the clusters that the requirements select. */
function selected(requirements: unknown): string {
  const text = typeof requirements === 'string' ? requirements : JSON.stringify(requirements)
  const placement = Placement.of({ [CLUSTER_SELECTOR]: text })
  return [EAST, WEST, BARE]
    .filter((cluster) => placement.includes(cluster))
    .map(({ name }) => name)
    .join(' ')
}

describe('the placement of an object', () => {
  it('defaults to every cluster', () => {
    for (const cluster of [EAST, WEST, BARE]) assert.ok(Placement.of().includes(cluster))
    for (const nothing of ['[]', 'null']) assert.equal(selected(nothing), 'east west bare')
  })

  it('selects by cluster labels, with every spelling of the operators', () => {
    for (const operator of ['in', 'In']) {
      assert.equal(selected([{ key: 'region', operator, values: ['east', 'north'] }]), 'east')
    }
    for (const operator of ['=', '=='])
      assert.equal(selected([{ key: 'region', operator, values: ['west'] }]), 'west')
    for (const operator of ['notin', 'NotIn', '!=']) {
      assert.equal(selected([{ key: 'region', operator, values: ['west'] }]), 'east bare')
    }
    for (const operator of ['exists', 'Exists']) assert.equal(selected([{ key: 'tier', operator }]), 'east')
    for (const operator of ['!', 'DoesNotExist'])
      assert.equal(selected([{ key: 'tier', operator }]), 'west bare')
    for (const operator of ['gt', 'Gt', '>'])
      assert.equal(selected([{ key: 'size', operator, values: ['3'] }]), 'east')
    for (const operator of ['lt', 'Lt', '<'])
      assert.equal(selected([{ key: 'size', operator, values: ['12'] }]), 'west')
  })

  it('needs all requirements to match', () => {
    const requirements = [
      { key: 'size', operator: 'gt', values: ['1'] },
      { key: 'region', operator: '!=', values: ['east'] },
    ]
    assert.equal(selected(requirements), 'west')
  })

  it('may name clusters', () => {
    const placement = Placement.of({ [CLUSTERS]: 'east, bare' })
    assert.deepEqual(
      [EAST, WEST, BARE].map((cluster) => placement.includes(cluster)),
      [true, false, true],
    )
    const both = Placement.of({
      [CLUSTERS]: 'east,bare',
      [CLUSTER_SELECTOR]: '[{"key":"tier","operator":"!"}]',
    })
    assert.deepEqual(
      [EAST, WEST, BARE].map((cluster) => both.includes(cluster)),
      [false, false, true],
    )
    assert.equal(Placement.of({ [CLUSTERS]: '' }).includes(EAST), false)
  })

  it('is rejected if it is invalid', () => {
    const wrong: readonly unknown[] = [
      '{',
      '{}',
      '"a"',
      [1],
      [[]],
      [{ key: 'a b', operator: 'exists' }],
      [{ operator: 'exists' }],
      [{ key: 'a', operator: 'IN', values: ['x'] }],
      [{ key: 'a' }],
      [{ key: 'a', operator: 'in' }],
      [{ key: 'a', operator: 'in', values: [] }],
      [{ key: 'a', operator: '=', values: ['x', 'y'] }],
      [{ key: 'a', operator: 'exists', values: ['x'] }],
      [{ key: 'a', operator: 'in', values: ['x y'] }],
      [{ key: 'a', operator: 'in', values: [1] }],
      [{ key: 'a', operator: 'gt', values: ['x'] }],
      [{ key: 'a', operator: 'gt', values: ['1.5'] }],
      [{ key: 'a', operator: 'in', values: 'x' }],
    ]
    for (const value of wrong) assert.throws(() => selected(value), PlacementError, JSON.stringify(value))
  })
})
