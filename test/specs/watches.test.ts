import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import type { WatchEvent } from './support/event-stream.js'
import { withTypedClients } from './support/typed-suite.js'

const configMap = (name: string, labels: Json = {}, data: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
  data,
})

const short = ({ type, object }: WatchEvent) =>
  `${type} ${object.metadata.name} ${object.data?.mutation ?? '-'}`

withTypedClients('watches of ConfigMaps', (client) => {
  const everywhere = client.resource('v1', 'configmaps')

  it('each watch receives the objects that its selector matches', async () => {
    const objects = everywhere.in('selected')
    const of = (selector: string) => objects.watch({ labelSelector: `watch-this in (${selector})` })
    const [a, b, both] = [await of('A'), await of('B'), await of('A,B')]
    await objects.create(configMap('a', { 'watch-this': 'A' }))
    for (const mutation of ['1', '2'])
      await objects.change('a', (object) => {
        object.data = { mutation }
      })
    await objects.delete('a')
    await objects.create(configMap('b', { 'watch-this': 'B' }))
    await objects.delete('b')
    const ofA = ['ADDED a -', 'MODIFIED a 1', 'MODIFIED a 2', 'DELETED a 2']
    const ofB = ['ADDED b -', 'DELETED b -']
    assert.deepEqual((await a.take(4)).map(short), ofA)
    assert.deepEqual((await b.take(2)).map(short), ofB)
    assert.deepEqual((await both.take(6)).map(short), [...ofA, ...ofB])
    for (const watch of [a, b, both]) watch.stop()
  })

  it('a watch starts at its resource version, and continues where another has ended', async () => {
    const objects = everywhere.in('versions')
    await objects.create(configMap('a'))
    const first = await objects.change('a', (object) => {
      object.data = { mutation: '1' }
    })
    const second = await objects.change('a', (object) => {
      object.data = { mutation: '2' }
    })
    await objects.delete('a')
    const watch = await objects.watch({ resourceVersion: first.metadata.resourceVersion })
    const seen = await watch.take(2)
    watch.stop()
    assert.deepEqual(seen.map(short), ['MODIFIED a 2', 'DELETED a 2'])
    assert.equal(seen[0]?.object.metadata.resourceVersion, second.metadata.resourceVersion)
    assert.ok(BigInt(seen[1]?.object.metadata.resourceVersion) > BigInt(second.metadata.resourceVersion))
    const next = await objects.watch({ resourceVersion: second.metadata.resourceVersion })
    assert.deepEqual((await next.take(1)).map(short), ['DELETED a 2'])
    next.stop()
  })

  it('a watch reports an object as deleted when it no longer matches, and as added when it matches again', async () => {
    const objects = everywhere.in('moving')
    const watch = await objects.watch({ labelSelector: 'watch-this=yes' })
    await objects.create(configMap('a', { 'watch-this': 'yes' }))
    await objects.change('a', (object) => {
      object.metadata.labels['watch-this'] = 'no'
    })
    await objects.change('a', (object) => {
      object.data = { mutation: '1' }
    })
    await objects.change('a', (object) => {
      object.metadata.labels['watch-this'] = 'yes'
    })
    await objects.change('a', (object) => {
      object.data = { mutation: '2' }
    })
    await objects.delete('a')
    assert.deepEqual((await watch.take(5)).map(short), [
      'ADDED a -',
      'DELETED a -',
      'ADDED a 1',
      'MODIFIED a 2',
      'DELETED a 2',
    ])
    watch.stop()
  })

  it('watches from any version receive the same events in the same order', async () => {
    const objects = everywhere.in('order')
    const versions = ['0']
    for (let index = 0; index < 20; index++) {
      const { metadata } = await objects.create(configMap(`map-${index}`))
      versions.push(metadata.resourceVersion)
      if (index % 3 === 0) await objects.delete(`map-${index}`)
    }
    const last = await objects.create(configMap('last'))
    const tails = await Promise.all(
      versions.slice(1).map(async (resourceVersion) => {
        const watch = await objects.watch({ resourceVersion })
        const seen: string[] = []
        for (;;) {
          const [event] = await watch.take(1)
          seen.push(event?.object.metadata.resourceVersion)
          if (seen.at(-1) === last.metadata.resourceVersion) break
        }
        watch.stop()
        return seen
      }),
    )
    const [whole = []] = tails
    for (const tail of tails) assert.deepEqual(tail, whole.slice(-tail.length))
  })

  it('the initial events of a stream end with a bookmark, for whole objects and for metadata', async () => {
    const objects = everywhere.in('streamed')
    for (const name of ['a', 'b']) await objects.create(configMap(name))
    const query = {
      ...{ sendInitialEvents: true, allowWatchBookmarks: true, resourceVersionMatch: 'NotOlderThan' },
      ...{ resourceVersion: '', timeoutSeconds: 300 },
    }
    const as = 'as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
    const metadata = `application/vnd.kubernetes.protobuf;${as},application/json;${as},application/json`
    for (const accept of [undefined, metadata]) {
      const watch = await objects.watch(query, accept)
      const [a, b, end] = await watch.take(3)
      assert.deepEqual([a?.object.metadata.name, b?.object.metadata.name], ['a', 'b'])
      assert.equal(a?.object.kind, accept === undefined ? 'ConfigMap' : 'PartialObjectMetadata')
      assert.equal(end?.type, 'BOOKMARK')
      assert.equal(end.object.metadata.annotations['k8s.io/initial-events-end'], 'true')
      await objects.create(configMap(`after-${accept === undefined}`))
      const [next] = await watch.take(1)
      assert.equal(next?.type, 'ADDED')
      await objects.delete(next.object.metadata.name)
      watch.stop()
    }
  })

  it('a watch from before the server started gets 410 Gone or all events since', async () => {
    const objects = everywhere.in('early')
    const created = await objects.create(configMap('a'))
    const watch = await objects.watch({
      resourceVersion: String(Number(created.metadata.resourceVersion) - 1),
    })
    const [event] = await watch.take(1)
    watch.stop()
    if (event?.type === 'ERROR') assert.equal(event.object.code, 410)
    else assert.equal(event?.type, 'ADDED')
  })
})
