import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ListMeta } from '#meta/list-meta.js'
import { list, optional, required, struct } from '#schema/type.js'
import { encodeMessage } from './encode.js'
import { messageIn } from './envelope.js'
import { itemHead, type ListLayout, listEnvelope } from './list.js'
import { decodeObject, encodeObject } from './object.js'
import { bytes, Ship } from './ship.fixture.js'

const ShipList = struct('test.ShipList', '', {
  metadata: optional(1, ListMeta, ''),
  items: required(2, list(Ship), ''),
})
const METADATA = { selfLink: '/ships', resourceVersion: '7', continue: undefined }

/** The parts of a list in one. */
function encodeList(kind: string, metadata: ListMeta, items: readonly Buffer[], layout?: ListLayout): Buffer {
  const { head, tail, length } = listEnvelope('test/v1', kind, metadata, items, layout)
  const whole = Buffer.concat([head, ...items.flatMap((item) => [itemHead(item, layout), item]), tail])
  assert.equal(whole.length, length)
  return whole
}

const ships = (count: number, name: string) => Array.from({ length: count }, (_, crew) => ({ name, crew }))

describe('lists of items that are encoded already', () => {
  it('are the bytes of the list encoded as a whole, for items of any length', () => {
    for (const [count, name] of [
      [0, ''],
      [1, 'a'],
      [3, 'x'.repeat(200)],
      [2, 'x'.repeat(20_000)],
    ] as const) {
      const items = ships(count, name)
      const whole = encodeObject(ShipList, 'test/v1', 'ShipList', { metadata: METADATA, items })
      const messages = items.map((ship) => encodeMessage(Ship, ship))
      assert.deepEqual(encodeList('ShipList', METADATA, messages), whole)
    }
  })

  it('may have their items before their metadata, or no metadata at all', () => {
    const items = ships(3, 'Argo')
    const messages = items.map((ship) => encodeMessage(Ship, ship))
    const Turned = struct('test.Turned', '', {
      items: required(1, list(Ship), ''),
      metadata: optional(2, ListMeta, ''),
    })
    assert.deepEqual(
      encodeList('ShipList', METADATA, messages, { items: 1, metadata: 2 }),
      encodeObject(Turned, 'test/v1', 'ShipList', { metadata: METADATA, items }),
    )
    const Bare = struct('test.Bare', '', { items: required(1, list(Ship), '') })
    assert.deepEqual(
      encodeList('ShipList', METADATA, messages, { items: 1, metadata: undefined }),
      encodeObject(Bare, 'test/v1', 'ShipList', { items }),
    )
  })

  it('take their items from envelopes', () => {
    const item = messageIn(encodeObject(Ship, 'test/v1', 'Ship', { name: 'Argo' }))
    const expected = { apiVersion: 'test/v1', kind: 'ShipList', schema: ShipList }
    const value = decodeObject(encodeList('ShipList', METADATA, [item, item]), expected)
    assert.deepEqual(value, {
      kind: 'ShipList',
      apiVersion: 'test/v1',
      metadata: { selfLink: '/ships', resourceVersion: '7' },
      items: [
        { name: 'Argo', main: {} },
        { name: 'Argo', main: {} },
      ],
    })
  })

  it('say nothing of items when there are none', () => {
    assert.deepEqual(messageIn(encodeList('ShipList', {}, [])), bytes('0a 06 0a 00 12 00 1a 00'))
  })
})
