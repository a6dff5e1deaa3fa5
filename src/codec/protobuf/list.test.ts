import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ListMeta } from '../../meta/list-meta.js'
import { list, optional, required, struct } from '../../schema/type.js'
import { encodeMessage } from './encode.js'
import { messageIn } from './envelope.js'
import { encodeList, itemHead, listEnvelope } from './list.js'
import { decodeObject, encodeObject } from './object.js'
import { bytes, Ship } from './ship.suite.js'

const ShipList = struct('test.ShipList', '', {
  metadata: optional(1, ListMeta, ''),
  items: required(2, list(Ship), ''),
})
const METADATA = { selfLink: '/ships', resourceVersion: '7', continue: undefined }
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
      assert.deepEqual(encodeList('test/v1', 'ShipList', METADATA, messages), whole)
    }
  })

  it('can be put together in parts, with the length known beforehand', () => {
    const messages = ships(40, 'x'.repeat(99)).map((ship) => encodeMessage(Ship, ship))
    const { head, tail, length } = listEnvelope('test/v1', 'ShipList', METADATA, messages)
    const whole = Buffer.concat([head, ...messages.flatMap((item) => [itemHead(item), item]), tail])
    assert.equal(whole.length, length)
    assert.deepEqual(whole, encodeList('test/v1', 'ShipList', METADATA, messages))
  })

  it('take their items from envelopes', () => {
    const item = messageIn(encodeObject(Ship, 'test/v1', 'Ship', { name: 'Argo' }))
    const { value } = decodeObject(encodeList('test/v1', 'ShipList', METADATA, [item, item]), () => ShipList)
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
    assert.deepEqual(messageIn(encodeList('v1', 'ShipList', {}, [])), bytes('0a 06 0a 00 12 00 1a 00'))
  })
})
