import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreadableBody } from '#codec/codec.js'
import { DeleteOptions } from '#meta/delete-options.js'
import { ListMeta } from '#meta/list-meta.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { Status } from '#meta/status.js'
import { Crate, PARCEL, Parcel } from '#schema/parcel.fixture.js'
import { Random, testSeed } from '#test/support/random.js'
import { randomObject } from '#test/validation/random-object.js'
import { readEnvelope, wrapMessage } from './envelope.js'
import { damaged, readsOrRejects, survives } from './round-trip.fixture.js'
import { Ship } from './ship.fixture.js'

const STRUCTS = { Ship, Parcel, Crate, ObjectMeta, Status, DeleteOptions, ListMeta }
const OBJECTS = 200

describe('protobuf', () => {
  for (const [name, struct] of Object.entries(STRUCTS)) {
    it(`lets any ${name} survive`, () => {
      const seed = testSeed()
      const random = new Random(seed)
      for (let count = 0; count < OBJECTS; count++) {
        const body = randomObject(struct, random)
        try {
          survives(struct, body)
        } catch (error) {
          throw new Error(`TEST_SEED=${seed}: ${JSON.stringify(body)}`, { cause: error })
        }
      }
    })

    it(`reads or rejects a ${name} that was damaged on its way`, () => {
      const random = new Random(testSeed())
      for (let count = 0; count < OBJECTS; count++) {
        let message = survives(struct, randomObject(struct, random))
        for (let times = 0; times < 10; times++) {
          message = damaged(message, random)
          readsOrRejects(struct, message)
        }
      }
    })
  }

  it('lets a Parcel with everything in it survive', () => {
    survives(Parcel, PARCEL)
    survives(Parcel, {})
  })

  it('reads or rejects random bytes', () => {
    const random = new Random(testSeed())
    for (let count = 0; count < 2000; count++) readsOrRejects(Ship, random.bytes(random.below(60)))
  })

  it('reads or rejects damaged envelopes', () => {
    const random = new Random(testSeed())
    const envelope = wrapMessage('test/v1', 'Ship', Buffer.alloc(20, 8))
    for (let count = 0; count < 2000; count++) {
      try {
        const { start, end } = readEnvelope(damaged(envelope, random))
        assert.ok(start <= end)
      } catch (error) {
        assert.ok(error instanceof UnreadableBody, String(error))
      }
    }
  })

  it('takes no long time over what is large and useless', () => {
    const size = 3 * 1024 * 1024
    const began = process.cpuUsage()
    for (const filling of [
      [0x10, 0x01],
      [0xfb, 0x06],
      [0x80],
      [0x0a, 0x00],
      [0x72, 0x00],
      [0x4a, 0x00],
      [0xfa, 0x06, 0x00],
    ]) {
      readsOrRejects(Ship, Buffer.alloc(size, Buffer.from(filling)))
    }
    assert.ok(process.cpuUsage(began).user < 5_000_000)
  })
})
