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
    appendBytes: (lines, events) =>
      void appended.push({ lines: Buffer.from(lines).toString(), isAscii: true, events }),
  })
  return { appended, events }
}

const record = (name: string, isAscii = true): WritableRecord => ({
  isAscii,
  event: (stage) => `${name} ${stage}\n`,
  bothEvents: () => undefined,
})

/** A record whose events are made in bytes. */
const alike = (name: string): WritableRecord => ({
  isAscii: true,
  event: (stage) => Buffer.from(`${name} ${stage} alone\n`),
  bothEvents: () => Buffer.from(`${name} both\n`),
})

describe('events of requests that are answered together', () => {
  it('are handed over together when their makers have returned', async () => {
    const { appended, events } = pending()
    events.add(record('one'), 'RequestReceived')
    events.add(record('two'), 'RequestReceived')
    events.add(record('one'), 'ResponseComplete')
    assert.deepEqual(appended, [])
    await turn()
    const lines = 'one RequestReceived\ntwo RequestReceived\none ResponseComplete\n'
    assert.deepEqual(appended, [{ lines, isAscii: true, events: 3 }])
    await turn()
    assert.equal(appended.length, 1)
  })

  it('are handed over once, and those of the next turn with it', async () => {
    const { appended, events } = pending()
    for (const name of ['one', 'two', 'three']) {
      events.add(record(name), 'Panic')
      events.add(record(name), 'ResponseComplete')
      await turn()
    }
    assert.deepEqual(
      appended.map(({ lines }) => lines),
      ['one', 'two', 'three'].map((name) => `${name} Panic\n${name} ResponseComplete\n`),
    )
  })

  it('stay in order when some of them hold more than ASCII', async () => {
    const { appended, events } = pending()
    const names = ['a', 'b', 'ä', 'c', 'ö', 'ü', 'd']
    for (const name of names) events.add(record(name, name < '\u0080'), 'Panic')
    await turn()
    assert.equal(appended.map(({ lines }) => lines).join(''), names.map((name) => `${name} Panic\n`).join(''))
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
    for (const name of names) events.add(name < 'a' ? alike(name) : record(name), 'Panic')
    await turn()
    assert.deepEqual(
      appended.map(({ lines }) => lines),
      [
        'a Panic\n',
        'B Panic alone\n',
        'b Panic\nc Panic\n',
        'C Panic alone\n',
        'D Panic alone\n',
        'd Panic\n',
      ],
    )
  })

  it('are made in one go for a request that is received and answered, when no other event comes between', async () => {
    const { appended, events } = pending()
    const [one, two, three, four] = ['one', 'two', 'three', 'four'].map(alike) as WritableRecord[]
    const other = record('other')
    const add = (
      stage: 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete',
      ...records: unknown[]
    ) => {
      for (const reached of records) events.add(reached as WritableRecord, stage)
    }
    add('RequestReceived', one)
    add('ResponseComplete', one)
    add('RequestReceived', other)
    add('ResponseComplete', other)
    add('RequestReceived', two, three)
    add('ResponseComplete', three, two)
    add('RequestReceived', four)
    add('ResponseStarted', four)
    add('ResponseComplete', four)
    await turn()
    add('ResponseComplete', one)
    await turn()
    assert.deepEqual(
      appended.map(({ lines, events }) => [lines, events]),
      [
        ['one both\n', 2],
        ['other RequestReceived\nother ResponseComplete\n', 2],
        ['two RequestReceived alone\n', 1],
        ['three both\n', 2],
        ['two ResponseComplete alone\n', 1],
        ['four RequestReceived alone\n', 1],
        ['four ResponseStarted alone\n', 1],
        ['four ResponseComplete alone\n', 1],
        ['one ResponseComplete alone\n', 1],
      ],
    )
  })

  it('are handed over before the next turn of the event loop begins', async () => {
    const { appended, events } = pending()
    setImmediate(() => events.add(record('one'), 'Panic'))
    setImmediate(() => events.add(record(`two after ${appended.length}`), 'Panic'))
    await turn()
    assert.deepEqual(
      appended.map(({ lines }) => lines),
      ['one Panic\n', 'two after 1 Panic\n'],
    )
  })

  it('are handed over in several texts where they are long', async () => {
    const { appended, events } = pending()
    const names = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(1000))
    for (const name of names) events.add(record(name), 'Panic')
    events.write()
    assert.ok(appended.length > 3 && appended.every(({ lines }) => lines.length < 20_000))
    assert.equal(appended.map(({ lines }) => lines).join(''), names.map((name) => `${name} Panic\n`).join(''))
    assert.equal(
      appended.reduce((sum, { events }) => sum + events, 0),
      100,
    )
  })
})
