import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ByteReader } from './byte-reader.js'

async function* chunksOf(text: string, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
}

describe('a byte reader', () => {
  it('reads lines and bytes across chunk boundaries', async () => {
    for (let size = 1; size < 20; size++) {
      const reader = new ByteReader(chunksOf('first\n\nab\ncdlast\nrest', size))
      assert.equal(String(await reader.line(100)), 'first')
      assert.equal(String(await reader.line(100)), '')
      assert.equal(String(await reader.bytes(5)), 'ab\ncd')
      assert.equal(String(await reader.bytes(0)), '')
      assert.equal(reader.position, 12)
      assert.equal(String(await reader.line(4)), 'last')
      assert.equal(await reader.isAtEnd(), false)
      assert.equal(await reader.bytes(5), undefined)
      assert.equal(String(await reader.bytes(4)), 'rest')
      assert.equal(await reader.isAtEnd(), true)
    }
  })

  it('rejects a line that is too long or unterminated', async () => {
    for (const size of [1, 3, 100]) {
      assert.equal(await new ByteReader(chunksOf('12345\n', size)).line(4), undefined)
      assert.equal(await new ByteReader(chunksOf('1234', size)).line(4), undefined)
      assert.equal(await new ByteReader(chunksOf('', size)).line(4), undefined)
    }
  })

  it('stops reading at a line that is too long', async () => {
    let chunks = 0
    const endless = async function* () {
      for (; ; chunks++) yield Buffer.from('..........')
    }
    assert.equal(await new ByteReader(endless()).line(95), undefined)
    assert.ok(chunks <= 10, `${chunks} chunks`)
  })

  it('closes its source', async () => {
    let ended = false
    const source = async function* () {
      try {
        yield Buffer.from('a\nb')
        yield Buffer.from('c')
      } finally {
        ended = true
      }
    }
    const reader = new ByteReader(source())
    await reader.line(9)
    await reader.close()
    assert.ok(ended)
  })
})
