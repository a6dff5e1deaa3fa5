import type { ApiObject } from '#meta/object-meta.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { BuiltInKind, StoredKind } from '#registry/kind.js'
import type { Registrations } from '#registry/write/admission.js'

/** The registered webhooks and policies. They take effect when their write is acknowledged. */
export class AdmissionRegistrations implements Registrations {
  generation = 0
  readonly #feed: ChangeFeed
  readonly #stopFollowing: () => void
  readonly #listeners: (() => void)[] = []

  constructor(feed: ChangeFeed, kinds: readonly StoredKind[]) {
    this.#feed = feed
    const concerned = new Set(kinds)
    this.#stopFollowing = feed.follow(
      () => {
        this.generation++
        for (const listener of this.#listeners) listener()
      },
      (kind) => concerned.has(kind),
    )
  }

  /** Calls back after each change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** The objects of one kind, in the order of their names. */
  objects<O extends ApiObject>(kind: BuiltInKind<O>): readonly O[] {
    return this.#feed
      .objectsOf(kind)
      .map((object) => JSON.parse(object.json.toString()) as O)
      .sort((left, right) => ((left.metadata.name ?? '') < (right.metadata.name ?? '') ? -1 : 1))
  }

  close(): void {
    this.#stopFollowing()
  }
}

/** What is made of registrations, once for each state of them. */
export class Compiled<T> {
  readonly #registrations: Registrations
  readonly #compile: () => T
  #value: T | undefined
  #generation = -1

  constructor(registrations: Registrations, compile: () => T) {
    this.#registrations = registrations
    this.#compile = compile
  }

  get value(): T {
    const { generation } = this.#registrations
    if (this.#generation !== generation) {
      this.#value = this.#compile()
      this.#generation = generation
    }
    return this.#value as T
  }
}
