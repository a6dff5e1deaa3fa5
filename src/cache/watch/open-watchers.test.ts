import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OpenWatchers } from './open-watchers.js'
import { newWatcher } from './watcher.fixture.js'

describe('the open watchers of a cache', () => {
  const opened = (watchers: OpenWatchers) => {
    const watcher = newWatcher()
    watchers.add(watcher)
    return watcher
  }

  it('are closed together, and new ones may be opened', () => {
    const watchers = new OpenWatchers()
    const before = [opened(watchers), opened(watchers)]
    watchers.closeAll()
    assert.ok(before.every(({ isOpen }) => !isOpen))
    assert.equal(watchers.size, 0)
    assert.ok(opened(watchers).isOpen)
  })

  it('are forgotten when they are closed one by one', () => {
    const watchers = new OpenWatchers()
    const watcher = opened(watchers)
    assert.equal(watchers.size, 1)
    watcher.close()
    assert.equal(watchers.size, 0)
  })

  it('are closed as soon as they are opened while they are suspended', () => {
    const watchers = new OpenWatchers()
    watchers.suspend()
    assert.equal(opened(watchers).isOpen, false)
    watchers.resume()
    assert.ok(opened(watchers).isOpen)
  })

  it('are never opened again once the end was announced, also when a suspension ends later', () => {
    const watchers = new OpenWatchers()
    const before = opened(watchers)
    watchers.end()
    watchers.resume()
    assert.equal(before.isOpen, false)
    assert.equal(opened(watchers).isOpen, false)
  })

  it('call back at once when they are closed already', () => {
    const watchers = new OpenWatchers()
    watchers.end()
    let called = false
    opened(watchers).onClose(() => {
      called = true
    })
    assert.ok(called)
  })
})
