import { isDeepStrictEqual } from 'node:util'
import { decoderOf } from '#schema/decode.js'
import type { AnyStruct } from '#schema/type.js'
import type { FieldsV1 } from './fields-v1.js'
import { copy } from './flat-object.js'
import type { Version } from './two-versions.js'

/** A write of a whole object, so that any step of a sequence can be left out. */
export interface Step {
  readonly verb: 'apply' | 'apply with force' | 'update'
  readonly manager: string
  /** The version of the request. */
  readonly version: Version
  /** The object in the first version. */
  readonly body: unknown
}

/** Who writes, through which version, and when. */
export interface Write {
  readonly manager: string
  readonly version: Version
  readonly now: string
}

/** What a client can see after a step. */
export interface Outcome {
  readonly object: unknown
  /** In the order in which the object lists them. */
  readonly entries: readonly OwnerEntry[]
  /** Such as `ann Apply v1: .spec.replicas`, sorted. */
  readonly conflicts: readonly string[]
}

export interface OwnerEntry {
  readonly manager: string
  readonly operation: string
  readonly version: string
  readonly time: string | undefined
  readonly fields: FieldsV1
}

/** An implementation of the rules, with its own representation of owners. All objects are in the first version. */
export interface Rules<O extends { readonly object: unknown }> {
  /** The object before its first write. */
  readonly nothing: O
  readonly isUntracked: (owned: O) => boolean
  readonly apply: (live: O, write: Write, applied: unknown, force: boolean) => Applied<O>
  readonly update: (before: O, write: Write, after: unknown) => O
  readonly entries: (owned: O) => readonly OwnerEntry[]
}

interface Applied<O> {
  readonly owned: O
  readonly conflicts: readonly string[]
}

/** Two steps a second, and fewer than twenty of them. */
const timeOf = (step: number) => `2026-01-01T00:00:0${Math.floor(step / 2)}Z`

/** Applies steps to an object like a server: the stored object has its defaults. */
export class Sequence<O extends { readonly object: unknown }> {
  readonly #rules: Rules<O>
  readonly #decode: (object: unknown) => unknown
  #owned: O
  #steps = 0

  constructor(type: AnyStruct, rules: Rules<O>) {
    this.#decode = decoderOf(type)
    this.#rules = rules
    this.#owned = rules.nothing
  }

  /** Absent fields may be `undefined`, as in a server. */
  get object(): unknown {
    return this.#owned.object
  }

  do({ verb, manager, version, body }: Step): Outcome {
    const write = { manager, version, now: timeOf(this.#steps) }
    const conflicts = verb === 'update' ? this.#update(write, body) : this.#apply(write, body, verb)
    this.#steps++
    return { object: copy(this.object), entries: this.#rules.entries(this.#owned), conflicts }
  }

  #update(write: Write, body: unknown): readonly string[] {
    const object = this.#decode(body)
    // An update adds no owners to an object without owners.
    const isUntracked = this.#steps > 0 && this.#rules.isUntracked(this.#owned)
    this.#owned = isUntracked
      ? { ...this.#owned, object }
      : { ...this.#rules.update(this.#owned, write, object), object }
    return []
  }

  #apply(write: Write, body: unknown, verb: Step['verb']): readonly string[] {
    const { owned, conflicts } = this.#rules.apply(this.#owned, write, body, verb === 'apply with force')
    if (conflicts.length === 0) this.#owned = { ...owned, object: this.#decode(owned.object) }
    return conflicts
  }
}

export interface Difference {
  /** The index of the step that caused it. */
  readonly step: number
  readonly expected: Outcome
  readonly actual: Outcome | Error
}

/** The result of each step; undefined if a step is invalid for other reasons. */
export function outcomesOf<O extends { readonly object: unknown }>(
  type: AnyStruct,
  steps: readonly Step[],
  rules: Rules<O>,
): Outcome[] | undefined {
  const sequence = new Sequence(type, rules)
  const outcomes = steps.map((step) => outcomeOrError(() => sequence.do(step)))
  return outcomes.some((outcome) => outcome instanceof Error) ? undefined : (outcomes as Outcome[])
}

/** The first difference between the expected and the actual results of the steps. */
export function differenceIn<O extends { readonly object: unknown }>(
  type: AnyStruct,
  steps: readonly Step[],
  expected: readonly Outcome[],
  rules: Rules<O>,
): Difference | undefined {
  const sequence = new Sequence(type, rules)
  for (const [step, written] of steps.entries()) {
    const outcome = expected[step] as Outcome
    const actual = outcomeOrError(() => sequence.do(written))
    if (!isSame(outcome, actual)) return { step, expected: outcome, actual }
  }
  return undefined
}

/** Field sets have a canonical order; the fields of an object do not. */
function isSame(expected: Outcome, actual: Outcome | Error): boolean {
  if (actual instanceof Error || !isDeepStrictEqual(expected, actual)) return false
  return JSON.stringify(expected.entries) === JSON.stringify(actual.entries)
}

function outcomeOrError(work: () => Outcome): Outcome | Error {
  try {
    return work()
  } catch (error) {
    return error as Error
  }
}
