/** The output of a writer process, and its comparison with a store. */
import assert from 'node:assert/strict'
import type { Change, Revision, Storage } from '#storage/contract.js'
import type { Attempt, Report } from './writer-reports.js'

interface Expected {
  readonly text: string
  readonly revision: Revision
}

export class WriterRecord {
  /** The expected values of the store, by key. */
  readonly #expected = new Map<string, Expected>()
  /** The announced but unacknowledged write of each writer. */
  readonly #open = new Map<string, Attempt>()
  readonly #acknowledged = new Map<Revision, Attempt>()
  #highest = 0

  get acknowledgedWrites(): number {
    return this.#acknowledged.size
  }

  /** Reads the output of an ended process. Ignores an incomplete last line. */
  read(output: string): void {
    for (const line of output.split('\n').slice(0, -1)) this.#take(JSON.parse(line) as Report)
  }

  #take(report: Report): void {
    if ('opened' in report) {
      assert.ok(report.opened >= this.#highest, `opened at ${report.opened} after ${this.#highest}`)
    } else if ('attempt' in report) {
      this.#open.set(report.attempt.writer, report.attempt)
    } else {
      const attempt = [...this.#open.values()].find(({ id }) => id === report.acknowledged)
      if (attempt === undefined) assert.fail(`${report.acknowledged} was acknowledged, but not announced`)
      this.#settle(attempt, report.revision)
    }
  }

  #settle(attempt: Attempt, revision: Revision): void {
    assert.ok(!this.#acknowledged.has(revision), `revision ${revision} was handed out twice`)
    this.#acknowledged.set(revision, attempt)
    this.#highest = Math.max(this.#highest, revision)
    this.#open.delete(attempt.writer)
    for (const [key, text] of Object.entries(attempt.puts)) this.#expected.set(key, { text, revision })
    for (const key of attempt.deletes) this.#expected.delete(key)
  }

  /**
   * The store must have every acknowledged write, and each other write completely or not at all. The history has the
   * revisions of the latter, because they are too recent to be compacted.
   */
  async compareWith(storage: Storage): Promise<void> {
    const oldest = await storage.compact(Number.MAX_SAFE_INTEGER)
    const delivered = await changesAfter(storage, oldest)
    for (const [revision, changes] of delivered) {
      if (this.#acknowledged.has(revision)) continue
      const writer = changes[0]?.key.split('/')[0] ?? ''
      const attempt = this.#open.get(writer)
      if (attempt === undefined) assert.fail(`revision ${revision} holds a write that was not announced`)
      this.#settle(attempt, revision)
    }
    this.#open.clear()

    const { values } = await storage.range('')
    const actual = values.map(({ key, value, revision }) => [key, { text: value.toString(), revision }])
    const byKey = ([left]: [string, Expected], [right]: [string, Expected]) => (left < right ? -1 : 1)
    assert.deepEqual(actual, [...this.#expected].toSorted(byKey))
    assert.ok((await storage.currentRevision()) >= this.#highest)

    for (const [revision, changes] of delivered) {
      const { puts, deletes } = this.#acknowledged.get(revision) as Attempt
      const found = Object.fromEntries(changes.map(({ key, value }) => [key, value?.toString()]))
      assert.deepEqual(found, { ...puts, ...Object.fromEntries(deletes.map((key) => [key, undefined])) })
    }
    for (const revision of this.#acknowledged.keys()) assert.ok(revision <= oldest || delivered.has(revision))
  }
}

async function changesAfter(storage: Storage, after: Revision): Promise<Map<Revision, Change[]>> {
  const current = await storage.currentRevision()
  const delivered = new Map<Revision, Change[]>()
  if (after === current) return delivered
  await new Promise<void>((resolve) => {
    void storage.follow(after, (changes, upTo) => {
      for (const change of changes)
        delivered.set(change.revision, [...(delivered.get(change.revision) ?? []), change])
      if (upTo === current) resolve()
    })
  })
  return delivered
}
