import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import type { Failure } from '#console/model/api/failure.js'
import type { ApiObject } from '#console/model/api/object.js'
import { WATCHES_PATH, type WatchesRequest } from '#protocol/watches.js'
import { startTestServer } from '#testing.js'
import { type Connection, type Watcher, WatchStreams } from './watch-streams.js'

const mapsOf = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`

describe('the watches of a page', async () => {
  const server = await startTestServer()
  after(() => server.close())

  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    assert.ok(response.ok, await response.text())
  }
  const create = (namespace: string, name: string) => send('POST', mapsOf(namespace), { metadata: { name } })

  /** Streams that can be cut, and what they asked for. */
  function open(t: TestContext) {
    const requests: WatchesRequest[] = []
    const connections: Connection[] = []
    let cut = () => {}
    const streams = new WatchStreams({
      send: (request, signal) => {
        requests.push(request)
        const broken = new AbortController()
        cut = () => broken.abort(new Error('cut'))
        return fetch(server.url + WATCHES_PATH, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request),
          signal: AbortSignal.any([signal, broken.signal]),
        })
      },
      hasReached: async () => true,
      onConnection: (connection) => connections.push(connection),
      pause: () => 10,
    })
    const ids: string[] = []
    t.after(() => {
      for (const id of ids) streams.remove(id)
    })
    const add = (id: string, watcher: Watcher) => {
      ids.push(id)
      streams.add(id, watcher)
    }
    return { streams, add, requests, connections, cut: () => cut() }
  }

  /** Records what it is told. */
  class Recorder implements Watcher {
    readonly accept = 'application/json'
    readonly path: string
    readonly told: string[] = []
    readonly failures: Failure[] = []

    constructor(path: string) {
      this.path = path
    }
    restart(): void {
      this.told.push('restart')
    }
    complete(): void {
      this.told.push('complete')
    }
    event(type: string, object: unknown): void {
      this.told.push(`${type} ${(object as ApiObject).metadata.name}`)
    }
    failed(failure: Failure): void {
      this.failures.push(failure)
    }
    async until(condition: () => boolean): Promise<void> {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    has(line: string): boolean {
      return this.told.includes(line)
    }
  }

  it('share one request, and tell all objects and then each change', async (t) => {
    await create('share', 'a')
    const { add, requests } = open(t)
    const maps = new Recorder(mapsOf('share'))
    const secrets = new Recorder('/api/v1/namespaces/share/secrets')
    add('maps', maps)
    add('secrets', secrets)
    await maps.until(() => maps.has('complete') && secrets.has('complete'))
    await create('share', 'b')
    await send('DELETE', `${mapsOf('share')}/a`)
    await maps.until(() => maps.has('DELETED a'))
    assert.deepEqual(maps.told, ['restart', 'ADDED a', 'complete', 'ADDED b', 'DELETED a'])
    assert.deepEqual(secrets.told, ['restart', 'complete'])
    assert.deepEqual(
      requests.map(({ watches }) => watches.length),
      [2],
    )
  })

  it('go on where they were after the connection was cut', async (t) => {
    await create('cut', 'a')
    const { add, requests, connections, cut } = open(t)
    const maps = new Recorder(mapsOf('cut'))
    add('maps', maps)
    await maps.until(() => maps.has('complete'))
    for (const name of ['b', 'c', 'd']) {
      cut()
      await create('cut', name)
      await maps.until(() => maps.has(`ADDED ${name}`))
    }
    assert.deepEqual(maps.told, ['restart', 'ADDED a', 'complete', 'ADDED b', 'ADDED c', 'ADDED d'])
    assert.ok(connections.includes('lost'))
    assert.match(requests.at(-1)?.watches[0]?.path ?? '', /resourceVersion=\d+/)
  })

  it('miss nothing when others come and go', async (t) => {
    const { streams, add } = open(t)
    const maps = new Recorder(mapsOf('others'))
    add('maps', maps)
    await maps.until(() => maps.has('complete'))
    for (let index = 0; index < 20; index++) {
      const other = new Recorder('/api/v1/namespaces/others/secrets')
      add(`other-${index}`, other)
      await create('others', `map-${index}`)
      if (index % 2 === 0) streams.remove(`other-${index}`)
    }
    await maps.until(() => maps.has('ADDED map-19'))
    const expected = Array.from({ length: 20 }, (_, index) => `ADDED map-${index}`)
    assert.deepEqual(maps.told, ['restart', 'complete', ...expected])
  })

  it('that are refused do not end the others, and are asked for again on demand', async (t) => {
    const { streams, add } = open(t)
    const maps = new Recorder(mapsOf('refused'))
    const none = new Recorder('/apis/no.such.group/v1/things')
    add('maps', maps)
    add('none', none)
    await none.until(() => none.failures.length > 0 && maps.has('complete'))
    assert.equal(none.failures[0]?.code, 404)
    await create('refused', 'a')
    await maps.until(() => maps.has('ADDED a'))
    assert.equal(none.failures.length, 1)
    streams.retry()
    await none.until(() => none.failures.length === 2)
  })
})
