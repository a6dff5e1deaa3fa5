import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from '#test/support/client.js'
import { startTestServer } from '#testing.js'
import { LazyObject } from './lazy-object.js'

const line = (metadata: object, type = 'ADDED') =>
  JSON.stringify({ type, object: { kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { a: 'b' } } })

describe('an object of a member', () => {
  const object = { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7' }

  it('is identified from the start of the line', () => {
    const { type, object: lazy } = LazyObject.fromWatchLine(`${line(object).slice(0, -4)} cut off`)
    assert.equal(type, 'ADDED')
    assert.deepEqual({ ...lazy }, object)
    assert.throws(() => lazy.read(), SyntaxError)
  })

  it('is parsed if the line starts differently', () => {
    const { namespace: _, ...clusterwide } = object
    for (const [metadata, expected] of [
      [{ labels: { uid: 'x', resourceVersion: '1' }, ...object }, object],
      [
        { ...object, name: 'a"b' },
        { ...object, name: 'a"b' },
      ],
      [clusterwide, { ...object, namespace: '' }],
      [
        { name: 'a', generateName: 'a-', namespace: 'n', selfLink: '/x', uid: 'u', resourceVersion: '7' },
        object,
      ],
    ] as const) {
      const { object: lazy } = LazyObject.fromWatchLine(line(metadata))
      assert.deepEqual({ ...lazy }, expected)
      assert.deepEqual(lazy.read().data, { a: 'b' })
    }
    assert.throws(() => LazyObject.fromWatchLine('{"type":'), SyntaxError)
  })

  it('is identified from the start of the lines that a server sends', async () => {
    const server = await startTestServer()
    const client = new Client(server.url)
    await client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } })
    const { text } = await client.get(
      '/api/v1/configmaps?watch=true&timeoutSeconds=1&labelSelector=!x&fieldSelector=metadata.name%3Da',
    )
    const [first = ''] = text.split('\n')
    assert.equal(LazyObject.fromWatchLine(first.slice(0, -1)).object.name, 'a')
    await server.close()
  })
})
