import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from '../../../test/support/client.js'
import { startTestServer } from '../../testing.js'
import { readPage } from './list-page.js'

const object = (name: string, more: object = {}) => ({
  metadata: { name, namespace: 'n', uid: `uid-${name}`, resourceVersion: '3' },
  ...more,
})
const list = (items: readonly object[], metadata: object = { resourceVersion: '7' }) =>
  JSON.stringify({ kind: 'ConfigMapList', apiVersion: 'v1', metadata, items })

const read = (text: string) => {
  const { version, next, objects } = readPage(text)
  return { version, next, objects: [...objects].map((told) => told.read()) }
}

describe('a page of a list', () => {
  it('has the objects of the list', () => {
    const objects = [
      object('a', { data: { brace: '}{', quote: '"\\" }] \\', list: '],[' } }),
      object('b'),
      object('c', { spec: { template: { metadata: { name: 'inner' } }, list: [{}, [], 'x'] } }),
    ]
    assert.deepEqual(read(list(objects)), { version: '7', next: undefined, objects })
    assert.deepEqual(read(list([])), { version: '7', next: undefined, objects: [] })
    assert.deepEqual(read(list([object('a')], { resourceVersion: '7', continue: 'x' })).next, 'x')
  })

  it('is read as a whole where it begins in another way', () => {
    const objects = [object('a'), object('b')]
    const text = JSON.stringify({ items: objects, metadata: { resourceVersion: '7', continue: '' } })
    assert.deepEqual(read(text), { version: '7', next: undefined, objects })
  })

  it('is an error where it is none', () => {
    const whole = list([object('a'), object('b')])
    for (const text of [
      '',
      '[]',
      whole.slice(0, -2),
      whole.slice(0, -20),
      whole.replace('},{', '}{'),
      whole.replace('[{', '[1,{'),
    ])
      assert.throws(() => read(text), { message: /./ }, text)
  })

  it('is one of a server', async () => {
    const server = await startTestServer()
    const client = new Client(server.url)
    for (const name of ['a', 'b', 'c'])
      await client.post('/apis/apps/v1/namespaces/default/deployments', {
        metadata: { name },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        },
      })
    const { text, body } = await client.get('/apis/apps/v1/deployments?limit=2')
    assert.deepEqual(read(text), {
      version: body.metadata.resourceVersion,
      next: body.metadata.continue,
      objects: body.items,
    })
    await server.close()
  })
})
