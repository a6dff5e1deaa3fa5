import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Clock, ManualClock } from '#util/clock.js'
import type {
  Change,
  Operation,
  RangeResult,
  Revision,
  RevisionUnavailable,
  Storage,
  StoreBeginning,
  StoredValue,
  WriteOutcome,
} from './contract.js'

/** The location of a store. */
export interface StoreLocation {
  /** Only durable engines read where the history of a new store begins. */
  open(clock: Clock, beginning?: StoreBeginning): Promise<Storage>
  remove(): Promise<void>
}

export interface Fixture {
  readonly storage: Storage
  readonly clock: ManualClock
  /** Closes and reopens the store. Only for durable engines. */
  reopen(): Promise<Storage>
}

export type Fresh = (test: TestContext, beginning?: StoreBeginning) => Promise<Fixture>

/** A new store for a test, with a clock that stands still. Removed after the test. */
export function freshStores(makeHome: () => Promise<StoreLocation>): Fresh {
  return async (test, beginning) => {
    const home = await makeHome()
    const clock = new ManualClock()
    let storage = await home.open(clock, beginning)
    test.after(async () => {
      await storage.close()
      await home.remove()
    })
    const reopen = async () => {
      await storage.close()
      storage = await home.open(clock)
      return storage
    }
    return { storage, clock, reopen }
  }
}

export const bytes = (text: string): Buffer => Buffer.from(text)
export const create = (key: string, text = key): Operation => ({ type: 'create', key, value: bytes(text) })
export const replace = (key: string, expected: Revision, text = `${key}+`): Operation => ({
  type: 'replace',
  key,
  expected,
  value: bytes(text),
})
export const remove = (key: string, expected: Revision): Operation => ({ type: 'delete', key, expected })

export const revision = (value: number): Revision => value as Revision

/** Writes and asserts success. */
export async function put(storage: Storage, ...operations: Operation[]): Promise<Revision> {
  return revisionOf(await storage.write(operations))
}

export function revisionOf(outcome: WriteOutcome): Revision {
  if (outcome.outcome !== 'written') assert.fail(`not written: ${JSON.stringify(outcome)}`)
  return outcome.revision
}

/** A value as a string for comparisons. */
export function plain(stored: StoredValue | undefined): string | undefined {
  return stored && `${stored.key}=${stored.value}@${stored.revision}`
}

export function plainRange({ values }: RangeResult): string[] {
  return values.map((value) => plain(value) as string)
}

export function plainChange({ key, revision, value, previous }: Change): string {
  return `${key}=${value ?? 'gone'}@${revision} was ${plain(previous) ?? 'nothing'}`
}

/** For `assert.rejects`. */
export const unavailable =
  (reason: RevisionUnavailable['reason'], asked: Revision, limit: Revision) =>
  (error: RevisionUnavailable): true => {
    const { name, reason: actual, asked: actualAsked, limit: actualLimit } = error
    assert.deepEqual([name, actual, actualAsked, actualLimit], ['RevisionUnavailable', reason, asked, limit])
    return true
  }

/** A listener that records changes, and a promise that resolves at a revision. */
export class ChangeRecorder {
  readonly changes: Change[] = []
  readonly calls: number[] = []
  #position = 0
  #waiting: { readonly revision: Revision; readonly resolve: () => void }[] = []

  readonly listen = (changes: readonly Change[], upTo: Revision): void => {
    assert.ok(upTo > this.#position, `delivered up to ${upTo} after ${this.#position}`)
    for (const { revision: at } of changes) assert.ok(at > this.#position && at <= upTo)
    for (const { key, revision, value, previous } of changes)
      this.changes.push({ key, revision, value, previous })
    this.calls.push(changes.length)
    this.#position = upTo
    for (const waiter of this.#waiting) if (waiter.revision <= upTo) waiter.resolve()
  }

  get plain(): string[] {
    return this.changes.map(plainChange)
  }

  reached(target: Revision): Promise<void> {
    return new Promise((resolve) => {
      if (this.#position >= target) resolve()
      else this.#waiting.push({ revision: target, resolve })
    })
  }
}
