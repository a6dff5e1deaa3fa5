import type { ApiObject } from '#meta/object-meta.js'
import { stringifyJson } from '#util/text/json-integers.js'

/**
 * Decides which webhooks or policies are invoked a second time: those that request it, if the object changed after
 * their first time.
 */
export class Reinvocation<T> {
  readonly #due = new Set<T>()
  /** What to invoke again after a change. */
  readonly #asked = new Set<T>()
  #left = ''

  onAsked(invoked: T): void {
    this.#asked.add(invoked)
  }

  onChange(): void {
    for (const invoked of this.#asked) this.#due.add(invoked)
    this.#asked.clear()
  }

  isDue(invoked: T): boolean {
    return this.#due.has(invoked)
  }

  beginSecond(object: ApiObject | undefined): void {
    if (textOf(object) !== this.#left) this.onChange()
  }

  end(object: ApiObject | undefined): void {
    this.#left = textOf(object)
  }
}

const textOf = (object: ApiObject | undefined) => (object === undefined ? '' : stringifyJson(object))
