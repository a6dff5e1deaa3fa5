import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asChunk } from './chunked.js'

it('puts the length before the bytes', () => {
  assert.equal(asChunk([Buffer.from('x'.repeat(300))]).toString(), `12c\r\n${'x'.repeat(300)}\r\n`)
})

it('makes one chunk of several frames, and makes it once', () => {
  const [one, two, three] = [Buffer.from('one'), Buffer.from('two'), Buffer.from('three')]
  const chunk = asChunk([one, two])
  assert.equal(chunk.toString(), '6\r\nonetwo\r\n')
  assert.equal(asChunk([one, two]), chunk)
  assert.equal(asChunk([one, three]).toString(), '8\r\nonethree\r\n')
  assert.equal(asChunk([one]).toString(), '3\r\none\r\n')
  assert.equal(asChunk([one, two]).toString(), '6\r\nonetwo\r\n')
})
