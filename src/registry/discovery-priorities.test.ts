import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prioritiesOf } from './discovery-priorities.js'

const versionPriority = (group: string, version: string) =>
  prioritiesOf({ group, version }, false).versionPriority

describe('the priorities of an APIService', () => {
  it('follow from the stage of the version', () => {
    assert.equal(versionPriority('policy', 'v1'), 15)
    assert.equal(versionPriority('extensions', 'v1beta1'), 9)
    assert.equal(versionPriority('federation.binnacle.dev', 'v1alpha1'), 1)
    assert.equal(versionPriority('', 'v1'), 1)
  })

  it('are the same for all custom resources, also in a built-in group', () => {
    const custom = { groupPriorityMinimum: 1000, versionPriority: 100 }
    assert.deepEqual(prioritiesOf({ group: 'example.com', version: 'v1alpha1' }, true), custom)
    assert.deepEqual(prioritiesOf({ group: 'policy', version: 'v2' }, true), custom)
  })
})
