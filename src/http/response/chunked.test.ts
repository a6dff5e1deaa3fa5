import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SharedMemory } from '#http/connection/shared-bytes.js'
import { asBytes, asChunk, SharedFrames } from './chunked.js'

it('puts the length before the bytes', () => {
  assert.equal(asChunk([Buffer.from('x'.repeat(300))]).toString(), `12c\r\n${'x'.repeat(300)}\r\n`)
})

it('makes one chunk of several frames, and makes it once', () => {
  const [one, two, three] = [Buffer.from('one'), Buffer.from('two'), Buffer.from('three')]
  const chunks = new SharedFrames(new SharedMemory(), asChunk)
  const chunk = chunks.of([one, two])
  assert.equal(chunk.bytes.toString(), '6\r\nonetwo\r\n')
  assert.equal(chunks.of([one, two]), chunk)
  assert.equal(chunks.of([one, three]).bytes.toString(), '8\r\nonethree\r\n')
  assert.equal(chunks.of([one]).bytes.toString(), '3\r\none\r\n')
  assert.equal(chunks.of([one, two]).bytes.toString(), '6\r\nonetwo\r\n')
})

it('does not copy a single frame for clients that know no chunks', () => {
  const frame = Buffer.from('one')
  assert.equal(asBytes([frame]), frame)
  assert.equal(asBytes([frame, frame]).toString(), 'oneone')
})
