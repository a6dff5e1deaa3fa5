import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { onProcessExit } from './process-exit.js'

describe('the exit of the process', () => {
  it('has one listener, however many wait for it', () => {
    const before = process.listenerCount('exit')
    const releases = Array.from({ length: 20 }, () => onProcessExit(() => undefined))
    assert.equal(process.listenerCount('exit'), before + 1)
    for (const release of releases) release()
    assert.equal(process.listenerCount('exit'), before)
  })

  it('calls those who still wait, in order', () => {
    const script = `
      import { onProcessExit } from ${JSON.stringify(new URL('./process-exit.js', import.meta.url).href)}
      const release = onProcessExit(() => console.log('released'))
      onProcessExit(() => console.log('one'))
      onProcessExit(() => console.log('two'))
      release()`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    assert.equal(stdout, 'one\ntwo\n')
  })
})
