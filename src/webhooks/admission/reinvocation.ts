import type { ApiObject } from '#meta/api-object.js'
import { stringifyJson } from '#util/json-integers.js'
import type { RegisteredWebhook } from './registered-webhook.js'

/**
 * Which webhooks are asked about an object again. A webhook that wants it is asked a second time when the object has changed
 * since the webhook has seen it: by webhooks that were asked later, or by other plugins in the second round.
 */
export class Reinvocation {
  readonly #due = new Set<RegisteredWebhook>()
  /** Those that want to be asked again about what has changed since they were asked. */
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
