import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { PendingEvents, type WritableRecord } from './pending-events.js'

interface Appended {
  readonly lines: string
  readonly isAscii: boolean
  readonly events: number
}

function pending() {
  const appended: Appended[] = []
  const events = new PendingEvents({
    append: (lines, isAscii, events) => void appended.push({ lines, isAscii, events }),
    appendEncoded: (event) => {
      const bytes = Buffer.alloc(event.length)
      event.writeTo(bytes, 0)
      appended.push({ lines: bytes.toString(), isAscii: true, events: 1 })
    },
  })
  return { appended, events }
}

const record = (name: string, isAscii = true): WritableRecord => ({
  isAscii,
  event: (stage, time) => `${name} ${stage} ${time}\n`,
})

describe('events of one turn of the event loop', () => {
  it('are handed over together when the turn is over, with the times of their stages', async () => {
    const { appended, events } = pending()
    events.add(record('one'), 'RequestReceived', 1)
    events.add(record('two'), 'RequestReceived', 2)
    events.add(record('one'), 'ResponseComplete', 3)
    assert.deepEqual(appended, [])
    await turn()
    const lines = 'one RequestReceived 1\ntwo RequestReceived 2\none ResponseComplete 3\n'
    assert.deepEqual(appended, [{ lines, isAscii: true, events: 3 }])
    await turn()
    assert.equal(appended.length, 1)
  })

  it('are handed over once, and those of the next turn with it', async () => {
    const { appended, events } = pending()
    for (const name of ['one', 'two', 'three']) {
      events.add(record(name), 'Panic', 0)
      events.add(record(name), 'ResponseComplete', 1)
      await turn()
    }
    assert.deepEqual(
      appended.map(({ lines }) => lines),
      ['one', 'two', 'three'].map((name) => `${name} Panic 0\n${name} ResponseComplete 1\n`),
    )
  })

  it('stay in order when some of them hold more than ASCII', async () => {
    const { appended, events } = pending()
    const names = ['a', 'b', 'ä', 'c', 'ö', 'ü', 'd']
    for (const name of names) events.add(record(name, name < '\u0080'), 'Panic', 0)
    await turn()
    assert.equal(
      appended.map(({ lines }) => lines).join(''),
      names.map((name) => `${name} Panic 0\n`).join(''),
    )
    assert.deepEqual(
      appended.map(({ isAscii, events }) => [isAscii, events]),
      [
        [true, 2],
        [false, 1],
        [true, 1],
        [false, 1],
        [false, 1],
        [true, 1],
      ],
    )
  })

  it('stay in order when some of them are encoded', async () => {
    const { appended, events } = pending()
    const names = ['a', 'B', 'b', 'c', 'C', 'D', 'd']
    const encoded = (name: string) => ({
      length: name.length,
      writeTo: (bytes: Uint8Array, at: number) => bytes.set(Buffer.from(name), at),
    })
    for (const name of names) {
      const isEncoded = name < 'a'
      events.add(isEncoded ? { isAscii: true, event: () => encoded(`${name}\n`) } : record(name), 'Panic', 0)
    }
    await turn()
    assert.deepEqual(
      appended.map(({ lines }) => lines),
      ['a Panic 0\n', 'B\n', 'b Panic 0\nc Panic 0\n', 'C\n', 'D\n', 'd Panic 0\n'],
    )
  })

  it('are handed over in several texts where they are long', async () => {
    const { appended, events } = pending()
    const names = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(1000))
    for (const name of names) events.add(record(name), 'Panic', 0)
    events.write()
    assert.ok(appended.length > 3 && appended.every(({ lines }) => lines.length < 20_000))
    assert.equal(
      appended.map(({ lines }) => lines).join(''),
      names.map((name) => `${name} Panic 0\n`).join(''),
    )
    assert.equal(
      appended.reduce((sum, { events }) => sum + events, 0),
      100,
    )
  })
})
