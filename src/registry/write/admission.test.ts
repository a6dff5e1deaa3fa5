import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ServedVersion } from '#registry/kind.js'
import { Admission, type AdmissionPlugin } from './admission.js'

describe('the admission of writes', () => {
  it('asks plugins once which writes they handle, and again when registrations have changed', () => {
    let asked = 0
    let handles = false
    const plugin: AdmissionPlugin = {
      name: 'changing',
      handles: (_, operation) => {
        asked++
        return handles && operation === 'create'
      },
      check: () => undefined,
    }
    const registrations = { generation: 0 }
    const admission = new Admission([plugin], {} as ServedVersion, registrations)
    for (let write = 0; write < 10; write++) {
      assert.equal(admission.isNeededFor('create'), false)
      assert.equal(admission.checks('create'), false)
    }
    assert.equal(asked, 4)
    handles = true
    assert.equal(admission.isNeededFor('create'), false)
    registrations.generation++
    assert.equal(admission.isNeededFor('create'), true)
    assert.equal(admission.checks('create'), true)
    assert.equal(admission.isNeededFor('update'), false)
    assert.equal(asked, 8)
  })

  it('tells which writes may wait for other servers', () => {
    const handles = (_: unknown, operation: string) => operation === 'update'
    const plugins: readonly AdmissionPlugin[] = [
      { name: 'near', handles: () => true },
      { name: 'far', callsOtherServers: true, handles },
    ]
    const admission = new Admission(plugins, {} as ServedVersion)
    assert.equal(admission.callsOtherServers('create'), false)
    assert.equal(admission.callsOtherServers('update'), true)
  })
})
