import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { SPARE_BYTES } from '#storage/contract.js'
import { ValueCompression } from './compression.js'
import { DICTIONARY } from './dictionary.js'
import { DELETED, VALUE } from './layout.js'

const OBJECT = JSON.stringify({
  kind: 'Deployment',
  apiVersion: 'extensions/v1beta1',
  metadata: { name: 'web', namespace: 'default', resourceVersion: '', labels: { app: 'web', tier: 'front' } },
  spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: { spec: { containers: [] } } },
})

const version = (value: string | Buffer) => Buffer.concat([Buffer.of(VALUE), Buffer.from(value as string)])

describe('the compression of values', () => {
  it('makes an object much smaller, and restores it', () => {
    const compression = new ValueCompression()
    const compressed = compression.compress(version(OBJECT))
    assert.ok(compressed.length < OBJECT.length / 2, `${compressed.length} of ${OBJECT.length} bytes`)
    assert.equal(compression.restore(compressed)?.toString(), OBJECT)
  })

  it('leaves incompressible values and deletions alone', () => {
    const compression = new ValueCompression()
    const noise = (outputLength: number) => createHash('shake256', { outputLength }).update('noise').digest()
    for (const value of ['', '{}', 'x'.repeat(100), noise(1000), noise(100_000)]) {
      const before = version(value)
      const after = compression.compress(version(value))
      assert.ok(after.equals(before))
      assert.ok(compression.restore(after)?.equals(Buffer.from(value as string)))
    }
    assert.equal(compression.restore(compression.compress(Buffer.of(DELETED))), undefined)
  })

  it('makes large values smaller, too, and restores them with spare bytes', () => {
    const compression = new ValueCompression()
    const large = JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ index, object: OBJECT })))
    const compressed = compression.compress(version(large))
    assert.ok(compressed.length < large.length / 10, `${compressed.length} of ${large.length} bytes`)
    const restored = compression.restore(compressed)
    assert.equal(restored?.toString(), large)
    assert.equal(restored?.buffer.byteLength, large.length + SPARE_BYTES)
    assert.throws(() => compression.restore(compressed.subarray(0, -1)))
    compressed.writeUInt32BE(large.length + 1, 1)
    assert.throws(() => compression.restore(compressed))
    compressed.writeUInt32BE(large.length - 1, 1)
    assert.throws(() => compression.restore(compressed))
  })

  it('rejects invalid data', () => {
    const compression = new ValueCompression()
    const compressed = compression.compress(version(OBJECT))
    assert.throws(() => compression.restore(compressed.subarray(0, -1)), { name: 'Lz4Error' })
    assert.throws(() => compression.restore(Buffer.of(77, 1, 2, 3)), { name: 'Lz4Error' })
  })

  it('has a dictionary that never changes: stored values need it', () => {
    assert.equal(
      createHash('sha256').update(DICTIONARY).digest('hex'),
      '3ede01e05223952d2d41deeca5783ca23a8ab392f82a5dd60a757ac4f1dec795',
    )
  })
})
