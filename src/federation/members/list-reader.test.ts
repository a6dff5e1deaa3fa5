import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from '#test/support/client.js'
import { startTestServer } from '#testing.js'
import { ListReader } from './list-reader.js'
import { MAX_OBJECT_BYTES, parseReceived, type ReceivedText, TruncatedText } from './received-json.js'

const object = (name: string, more: object = {}) => ({ metadata: { name, namespace: 'n' }, ...more })
const list = (items: readonly object[], metadata: object = { resourceVersion: '7' }) =>
  JSON.stringify({ kind: 'ConfigMapList', apiVersion: 'v1', metadata, items })

/** Reads a list in chunks of this many bytes. */
function readTexts(text: string, pieceLength: number) {
  const reader = new ListReader()
  const bytes = Buffer.from(text)
  const texts: ReceivedText[] = []
  for (let at = 0; at < bytes.length; at += pieceLength)
    texts.push(...reader.push(bytes.subarray(at, at + pieceLength)))
  return { metadata: reader.end(), texts }
}

const read = (text: string, pieceLength = text.length + 1) => {
  const { metadata, texts } = readTexts(text, pieceLength)
  return { metadata, objects: texts.map(parseReceived) }
}

describe('a list of a member', () => {
  const objects = [
    object('a', { data: { brace: '}{', quote: '"\\" }] \\', list: '],[', snow: '☃' } }),
    object('b'),
    object('c', { spec: { template: { metadata: { name: 'inner' } }, items: [{}, [], 'x'] } }),
  ]

  it('returns its objects and metadata, however it is chunked', () => {
    const metadata = { resourceVersion: '7', continue: 'x"}', nested: { items: [1] } }
    for (const pieceLength of [1, 2, 3, 7, 64, 10_000]) {
      assert.deepEqual(read(list(objects, metadata), pieceLength), { metadata, objects })
    }
    assert.deepEqual(read(list([])).objects, [])
  })

  it('may have another order and whitespace', () => {
    const metadata = { resourceVersion: '7', continue: '' }
    const text = JSON.stringify({ items: objects, more: { items: [{}] }, metadata, last: '"' }, undefined, 2)
    for (const pieceLength of [1, 5, 10_000]) assert.deepEqual(read(text, pieceLength), { metadata, objects })
    assert.deepEqual(read('{"metadata":{},"items":null}').objects, [])
  })

  it('throws if it is not a list', () => {
    const whole = list([object('a'), object('b')])
    for (const text of [
      '',
      '[]',
      '"items"',
      '{}',
      '{"items":[]}',
      whole.slice(0, -1),
      whole.slice(0, -20),
      whole.replace('},{', '}{'),
      whole.replace('[{', '[1,{'),
      whole.replace('[{', '["a",{'),
      whole.replace('[{', '[[],{'),
      whole.replace('[{', '[,{'),
      whole + whole,
    ])
      assert.throws(() => read(text), SyntaxError, text)
  })

  it('skips the content of an object that is too large', () => {
    const large = object('large', { data: { a: '}'.repeat(MAX_OBJECT_BYTES) } })
    for (const pieceLength of [65_536, 10_000_000]) {
      const [first, cut, last] = readTexts(list([object('a'), large, object('b')]), pieceLength).texts
      assert.equal(first, JSON.stringify(object('a')))
      assert.ok(cut instanceof TruncatedText)
      assert.match(cut.beginning, /^\{"metadata":\{"name":"large"/)
      assert.equal(last, JSON.stringify(object('b')))
    }
  })

  it('reads the list of a server', async () => {
    const server = await startTestServer()
    const client = new Client(server.url)
    for (const name of ['a', 'b', 'c'])
      await client.post('/api/v1/namespaces/default/configmaps', { metadata: { name }, data: { name } })
    const { text, body } = await client.get('/api/v1/configmaps?limit=2')
    assert.deepEqual(read(text), { metadata: body.metadata, objects: body.items })
    await server.close()
  })
})
