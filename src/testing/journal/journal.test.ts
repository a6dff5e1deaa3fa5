import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequestContext } from '#http/request/request-context.js'
import { ManualClock } from '#util/clock.js'
import { JournalRecorder } from './journal.js'

/** The parts of a request that the journal reads. */
const contextOf = (path: string, body = '') =>
  ({
    path,
    arrivedAt: 0,
    request: { url: path, method: 'GET', headers: {}, httpVersion: '1.1', whole: Buffer.from(body) },
    response: {},
    user: { name: 'ann' },
    attributes: { verb: 'get', path },
  }) as unknown as RequestContext

function record(journal: JournalRecorder, path: string, body?: string): void {
  const context = contextOf(path, body)
  journal.before(context)
  journal.after(context)
}

describe('a full journal', () => {
  it('drops the oldest entries', () => {
    const journal = new JournalRecorder(new ManualClock(), () => [], { maxEntries: 3 })
    for (const path of ['/a', '/b', '/c', '/d', '/e']) record(journal, path)
    assert.deepEqual(
      journal.entries.map(({ path }) => path),
      ['/c', '/d', '/e'],
    )
  })

  it('also drops them when the bodies take too much memory', () => {
    const journal = new JournalRecorder(new ManualClock(), () => [], { maxBytes: 100 })
    for (const path of ['/a', '/b', '/c', '/d', '/e']) record(journal, path, 'x'.repeat(40))
    assert.deepEqual(
      journal.entries.map(({ path }) => path),
      ['/d', '/e'],
    )
  })

  it('does not count what was cleared', () => {
    const journal = new JournalRecorder(new ManualClock(), () => [], { maxBytes: 100 })
    const context = contextOf('/a', 'x'.repeat(90))
    journal.before(context)
    journal.clear()
    journal.after(context)
    for (const path of ['/b', '/c']) record(journal, path, 'x'.repeat(40))
    assert.equal(journal.entries.length, 2)
  })
})
