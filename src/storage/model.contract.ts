import assert from 'node:assert/strict'
import { it } from 'node:test'
import { RandomChoices } from '#util/random-choices.js'
import {
  ChangeRecorder,
  type Fixture,
  type Fresh,
  plainChange,
  plainRange,
  revision,
  unavailable,
} from './contract.fixture.js'
import {
  INITIAL_REVISION,
  type Operation,
  type Revision,
  type Storage,
  type WriteOutcome,
} from './contract.js'

const STEPS = 300
const KEYS = ['a', 'a/1', 'a/2', 'a/3', 'ab', 'b', 'b/1', 'b/2', 'b/2/x', 'c']

/** Set to a printed seed to repeat a failure. */
const SEED = Number(process.env.STORAGE_SEED ?? Math.floor(Math.random() * 1e9))

/** Applies random operations to a store and to a trivially correct model, and compares all results. */
export function modelRule(fresh: Fresh, isDurable: boolean): void {
  it('a store behaves like a list of all its states', async (t) => {
    try {
      await new Run(await fresh(t), new RandomChoices(SEED), isDurable).all()
    } catch (error) {
      throw new Error(`failed with STORAGE_SEED=${SEED}`, { cause: error })
    }
  })
}

interface State {
  readonly revision: Revision
  readonly time: number
  readonly values: ReadonlyMap<string, { readonly text: string; readonly revision: Revision }>
}

class Run {
  readonly #fixture: Fixture
  readonly #random: RandomChoices
  readonly #isDurable: boolean
  #storage: Storage
  /** Every state of the store, the first one empty. */
  readonly #states: State[] = [{ revision: INITIAL_REVISION, time: 0, values: new Map() }]
  readonly #expected: string[] = []
  #oldest = INITIAL_REVISION
  #recorder = new ChangeRecorder()

  constructor(fixture: Fixture, random: RandomChoices, isDurable: boolean) {
    this.#fixture = fixture
    this.#random = random
    this.#isDurable = isDurable
    this.#storage = fixture.storage
  }

  async all(): Promise<void> {
    await this.#storage.follow(INITIAL_REVISION, this.#recorder.listen)
    for (let step = 0; step < STEPS; step++) {
      const dice = this.#random.below(100)
      if (dice < 50) await this.#write()
      else if (dice < 58) await this.#burst()
      else if (dice < 88) await this.#read()
      else if (dice < 93) this.#fixture.clock.advance(this.#random.below(1000))
      else if (dice < 97) await this.#compact()
      else if (this.#isDurable) await this.#reopen()
    }
    await this.#compareFeed()
  }

  get #now(): State {
    return this.#states.at(-1) as State
  }

  async #write(): Promise<void> {
    const operations = this.#operations()
    const outcome = await this.#storage.write(operations)
    const rejection = this.#rejection(operations)
    if (rejection !== undefined) assert.deepEqual(outcome, rejection)
    else this.#apply(operations, outcome)
  }

  /** Concurrent writes: those that succeeded must be valid in revision order. */
  async #burst(): Promise<void> {
    const attempts = Array.from({ length: this.#random.below(12) }, () => this.#operations())
    const outcomes = await Promise.all(attempts.map((operations) => this.#storage.write(operations)))
    const written = outcomes
      .map((outcome, index) => ({ outcome, operations: attempts[index] as Operation[] }))
      .filter(({ outcome }) => outcome.outcome === 'written')
      .toSorted((left, right) => revisionIn(left.outcome) - revisionIn(right.outcome))
    for (const { operations, outcome } of written) {
      assert.equal(this.#rejection(operations), undefined)
      this.#apply(operations, outcome)
    }
  }

  async #read(): Promise<void> {
    const at = revision(
      Math.max(1, this.#oldest - 2) + this.#random.below(this.#now.revision - this.#oldest + 5),
    )
    const prefix = this.#random.of(['', 'a', 'a/', 'b/2', 'x'])
    const key = this.#random.of(KEYS)
    if (at < this.#oldest || at > this.#now.revision) {
      const rejection =
        at < this.#oldest
          ? unavailable('compacted', at, this.#oldest)
          : unavailable('future', at, this.#now.revision)
      await assert.rejects(this.#storage.get(key, at), rejection)
      await assert.rejects(this.#storage.range(prefix, { at }), rejection)
      return
    }
    const state = this.#states.findLast((candidate) => candidate.revision <= at) as State
    const after = this.#random.of([undefined, this.#random.of(KEYS)])
    const limit = this.#random.of([undefined, 1 + this.#random.below(4)])
    const expected = [...state.values]
      .filter(([name]) => name.startsWith(prefix) && name > (after ?? ''))
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, value]) => `${name}=${value.text}@${value.revision}`)
    const range = await this.#storage.range(prefix, { at, after, limit })
    assert.deepEqual(plainRange(range), expected.slice(0, limit))
    assert.equal(range.more, expected.length > (limit ?? Number.POSITIVE_INFINITY))
    const got = await this.#storage.get(key, at)
    assert.deepEqual(got && { text: got.value.toString(), revision: got.revision }, state.values.get(key))
  }

  async #compact(): Promise<void> {
    const age = this.#random.below(3000)
    const before = this.#fixture.clock.now() - age
    const last = this.#states.findLast(({ time }) => time < before) as State
    this.#oldest = Math.max(this.#oldest, last.revision) as Revision
    assert.equal(await this.#storage.compact(age), this.#oldest)
  }

  async #reopen(): Promise<void> {
    await this.#compareFeed()
    this.#storage = await this.#fixture.reopen()
    assert.equal(await this.#storage.currentRevision(), this.#now.revision)
    const after = Math.max(this.#oldest, this.#now.revision - this.#random.below(20)) as Revision
    this.#expected.splice(0, this.#expected.length, ...this.#changesAfter(after))
    this.#recorder = new ChangeRecorder()
    await this.#storage.follow(after, this.#recorder.listen)
  }

  async #compareFeed(): Promise<void> {
    if (this.#expected.length > 0) await this.#recorder.reached(this.#now.revision)
    const delivered = this.#recorder.changes.toSorted((left, right) =>
      left.revision === right.revision ? (left.key < right.key ? -1 : 1) : left.revision - right.revision,
    )
    assert.deepEqual(delivered.map(plainChange), this.#expected)
  }

  #operations(): Operation[] {
    const keys = this.#random.some(KEYS, 1 + this.#random.below(3))
    return keys.map((key) => {
      const current = this.#now.values.get(key)?.revision
      const isRight = this.#random.below(10) > 0
      const expected =
        isRight && current !== undefined ? current : revision(1 + this.#random.below(this.#now.revision))
      const value = Buffer.from(`${key} ${this.#random.below(1000)}`)
      if (isRight === (current === undefined)) return { type: 'create', key, value }
      if (this.#random.below(3) === 0) return { type: 'delete', key, expected }
      return { type: 'replace', key, value, expected }
    })
  }

  #rejection(operations: readonly Operation[]): WriteOutcome | undefined {
    for (const operation of operations) {
      const { key } = operation
      const actual = this.#now.values.get(key)?.revision
      if (operation.type === 'create' && actual !== undefined) return { outcome: 'exists', key, actual }
      if (operation.type === 'create') continue
      if (actual === undefined) return { outcome: 'missing', key }
      if (actual !== operation.expected) return { outcome: 'conflict', key, actual }
    }
    return undefined
  }

  #apply(operations: readonly Operation[], outcome: WriteOutcome): void {
    const at = revisionIn(outcome)
    assert.ok(at > this.#now.revision)
    const values = new Map(this.#now.values)
    for (const operation of operations) {
      if (operation.type === 'delete') values.delete(operation.key)
      else values.set(operation.key, { text: operation.value.toString(), revision: at })
    }
    this.#states.push({ revision: at, time: this.#fixture.clock.now(), values })
    this.#expected.push(...changesBetween(this.#states.at(-2) as State, this.#now))
  }

  #changesAfter(after: Revision): string[] {
    const changes: string[] = []
    for (const [index, state] of this.#states.entries()) {
      if (state.revision > after) changes.push(...changesBetween(this.#states[index - 1] as State, state))
    }
    return changes
  }
}

/** In key order: a feed may deliver the changes of one write in any order. */
function changesBetween(before: State, after: State): string[] {
  const changed = KEYS.filter((key) => before.values.get(key) !== after.values.get(key))
  return changed.toSorted().map((key) => {
    const [old, now] = [before.values.get(key), after.values.get(key)]
    const was = old === undefined ? 'nothing' : `${key}=${old.text}@${old.revision}`
    return `${key}=${now?.text ?? 'gone'}@${after.revision} was ${was}`
  })
}

function revisionIn(outcome: WriteOutcome): Revision {
  return outcome.outcome === 'written' ? outcome.revision : assert.fail(JSON.stringify(outcome))
}
