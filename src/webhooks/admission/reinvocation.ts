import type { ApiObject } from '#meta/object-meta.js'
import { stringifyJson } from '#util/text/json-integers.js'
import type { RegisteredWebhook } from './registered-webhook.js'

/** Decides which webhooks are called a second time: those that request it, if the object changed after their call. */
export class Reinvocation {
  readonly #due = new Set<RegisteredWebhook>()
  /** Webhooks to call again after a change. */
  readonly #asked = new Set<RegisteredWebhook>()
  #left = ''

  onAsked(hook: RegisteredWebhook): void {
    this.#asked.add(hook)
  }

  onChange(): void {
    for (const hook of this.#asked) this.#due.add(hook)
    this.#asked.clear()
  }

  isDue(hook: RegisteredWebhook): boolean {
    return this.#due.has(hook)
  }

  beginSecond(object: ApiObject | undefined): void {
    if (textOf(object) !== this.#left) this.onChange()
  }

  end(object: ApiObject | undefined): void {
    this.#left = textOf(object)
  }
}

const textOf = (object: ApiObject | undefined) => (object === undefined ? '' : stringifyJson(object))
