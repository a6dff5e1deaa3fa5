import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { collectGarbage, collectYoungGarbage } from './garbage.js'

describe('garbage', () => {
  it('is collected when that is asked for', () => {
    const held = { value: 'held' }
    const kept = new WeakRef(held)
    const before = process.memoryUsage().arrayBuffers
    let garbage: Buffer | undefined = Buffer.allocUnsafeSlow(32 * 1024 * 1024)
    assert.ok(garbage.length > 0)
    garbage = undefined
    collectYoungGarbage()
    collectGarbage()
    assert.ok(process.memoryUsage().arrayBuffers < before + 32 * 1024 * 1024)
    assert.equal(kept.deref(), held)
  })

  it('is not for other code to collect', () => {
    collectGarbage()
    assert.equal(runInNewContext('typeof gc'), 'undefined')
  })
})
