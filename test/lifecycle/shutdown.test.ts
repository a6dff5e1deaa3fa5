import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { SharedStorage } from '#cache/shared-storage.fixture.js'
import { create, put } from '#storage/contract.fixture.js'
import type { ChangeListener, Feed, Revision, Storage } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { IMPORT_MARK, ImportMark } from '#transfer/import-mark.js'
import { alteredStorage } from '../support/altered-storage.js'
import { INGRESSES } from '../support/objects.js'
import { serverOn } from '../support/servers/server-on.js'

/** A store that never replays its history: a replay waits until the feed is closed. */
function withStuckHistory(storage: Storage) {
  const open = new Set<Feed>()
  const follow = async (after: Revision, listener: ChangeListener, prefix = ''): Promise<Feed> => {
    if (prefix === '') return storage.follow(after, listener)
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const feed: Feed = {
      ended,
      close: () => {
        open.delete(feed)
        end()
      },
    }
    open.add(feed)
    return feed
  }
  return { storage: alteredStorage(storage, { follow }), open }
}

/** A watch that needs history. Resolves when its response has started. */
async function replayingWatch(inner: Storage, t: TestContext) {
  for (const name of ['a', 'b']) {
    const value = JSON.stringify({ kind: 'Ingress', metadata: { name, resourceVersion: '' } })
    await put(inner, create(`extensions/ingresses/test/${name}`, value))
  }
  const { storage, open } = withStuckHistory(inner)
  const { server } = await serverOn(storage, t)
  const response = await fetch(`${server.url}${INGRESSES}?watch=true&resourceVersion=1`)
  assert.equal(response.status, 200)
  return { server, response, open }
}

describe('a watch that still replays history', () => {
  it('ends cleanly when the server closes, and stops reading', async (t) => {
    const { server, response, open } = await replayingWatch(openMemoryStorage(), t)
    const [text] = await Promise.all([response.text(), server.close()])
    assert.equal(text, '')
    assert.equal(open.size, 0)
  })

  it('ends when the cache has missed changes and lists again', async (t) => {
    const inner = new SharedStorage()
    const { response, open } = await replayingWatch(inner, t)
    inner.loseFeed()
    assert.equal(await response.text(), '')
    assert.equal(open.size, 0)
  })

  it('ends when an import starts', async (t) => {
    const inner = openMemoryStorage()
    const { response, open } = await replayingWatch(inner, t)
    await ImportMark.create(inner, { digest: 'sha256:0', records: 9 })
    assert.equal(await response.text(), '')
    assert.equal(open.size, 0)
  })

  it('leaves no feed open when its client disconnects', async (t) => {
    const { response, open, server } = await replayingWatch(openMemoryStorage(), t)
    assert.equal(open.size, 1)
    await response.body?.cancel()
    await server.close()
    assert.equal(open.size, 0)
  })
})

describe('a watch that waits while the server starts to close', () => {
  it('is not opened', async (t) => {
    const storage = new SharedStorage()
    const { server } = await serverOn(storage, t)
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const asked = new Promise<void>((resolve) => {
      const { currentRevision } = storage
      storage.currentRevision = async () => {
        resolve()
        await held
        return currentRevision.call(storage)
      }
    })
    const watch = fetch(`${server.url}${INGRESSES}?watch=true`)
    await asked
    const closed = server.close()
    letGo()
    assert.equal(await (await watch).text(), '')
    await closed
  })
})

describe('a cache that lists again', () => {
  it('notices an import whose start or end it has missed', async (t) => {
    const storage = new SharedStorage()
    const { client } = await serverOn(storage, t)
    /** The response of a list, once it has changed. */
    const respondAfter = async (before: number) => {
      for (let attempt = 0; attempt < 1000; attempt++) {
        const { status } = await client.get(INGRESSES)
        if (status !== before) return status
      }
      return before
    }
    assert.equal((await client.get(INGRESSES)).status, 200)

    storage.hold()
    const mark = await ImportMark.create(storage, { digest: 'sha256:0', records: 9 })
    storage.loseFeed()
    assert.ok(await storage.get(IMPORT_MARK))
    assert.equal(await respondAfter(200), 503)

    storage.hold()
    await mark.remove()
    storage.loseFeed()
    assert.equal(await respondAfter(503), 200)
  })
})
