import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyWriter } from '#util/protobuf/writer.js'
import { bool, each, entries, message, nested, string, type Write } from './message.js'

const written = (write: Write, value: unknown) => {
  const writer = emptyWriter()
  write(writer, value)
  return writer.take().toString('hex')
}

describe('a message that stands for JSON', () => {
  it('has its fields by ascending number, without absent ones', () => {
    const write = message({ first: string(1), second: bool(2), third: each(string(3)) })
    assert.equal(written(write, { third: ['a', 'b'], first: 'x' }), '0a0178' + '1a0161' + '1a0162')
    assert.equal(written(write, { second: true }), '1001')
    assert.equal(written(write, { second: false }), '1000')
  })

  it('holds messages, which may be of its own kind', () => {
    const inside: Write = (writer, value) => write(writer, value)
    const write: Write = message({ name: string(1), child: nested(2, inside) })
    assert.equal(
      written(write, { name: 'a', child: { name: 'b', child: {} } }),
      '0a0161' + '1205' + '0a0162' + '1200',
    )
  })

  it('has fields with free names as pairs, in their order', () => {
    const write = message({ map: nested(1, entries(1, message({ t: string(1) }))) })
    assert.equal(
      written(write, { map: { z: { t: '1' }, a: {} } }),
      '0a11' + '0a08' + '0a017a' + '12030a0131' + '0a05' + '0a0161' + '1200',
    )
  })

  it('has extensions as text of their JSON', () => {
    const write = message({ t: string(1) }, 2)
    assert.equal(
      written(write, { t: 'a', 'x-b': [1] }),
      `0a0161${'120c'}0a03782d62${'1205'}1203${Buffer.from('[1]').toString('hex')}`,
    )
  })

  it('rejects unknown fields', () => {
    assert.throws(() => written(message({ t: string(1) }), { other: 1 }), /no place for the member other/)
    assert.throws(() => written(message({ t: string(1) }), { 'x-b': 1 }), /no place for the member x-b/)
    assert.throws(() => written(message({ t: string(1) }, 2), { y: 1 }), /no place for the member y/)
  })
})
