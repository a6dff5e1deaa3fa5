import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { RequestContext } from '#http/request/request-context.js'
import { yieldToEventLoop } from '#util/event-loop.js'
import type { Authorizer } from './authorizer.js'

/** How long a watch may continue after its permission or credential is lost. */
const INTERVAL_MS = 250
/** Watches checked per turn of the event loop: a check takes about a microsecond. */
const STEP = 1_000

interface OpenWatch {
  /** The permission to watch, and those for impersonation. */
  readonly needed: readonly RequestAttributes[]
  /** A starting watch ends as soon as it has started. */
  isLost: boolean
}

/** Ends watches whose users have lost the permission: a watch lasts up to an hour without another request. */
export class OpenWatches {
  readonly #authorizer: Authorizer
  readonly #open = new Map<RequestContext, OpenWatch>()
  #timer: NodeJS.Timeout | undefined
  #generation: number
  #isLooking = false

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer
    this.#generation = authorizer.generation
  }

  add(context: RequestContext, attributes: RequestAttributes): void {
    this.#open.set(context, { needed: [attributes, ...(context.impersonation ?? [])], isLost: false })
    this.#timer ??= setInterval(() => void this.#check(), INTERVAL_MS).unref()
  }

  remove(context: RequestContext): void {
    if (this.#open.size > 0) this.#open.delete(context)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#open.clear()
  }

  async #check(): Promise<void> {
    if (this.#isLooking) return
    if (this.#open.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    this.#isLooking = true
    try {
      await this.#endLost()
    } finally {
      this.#isLooking = false
    }
  }

  async #endLost(): Promise<void> {
    const { generation } = this.#authorizer
    const hasChanged = generation !== this.#generation
    this.#generation = generation
    let count = 0
    for (const [context, watch] of this.#open) {
      watch.isLost ||=
        context.identity?.isValid() === false ||
        (hasChanged && !watch.needed.every((attributes) => this.#authorizer.allows(attributes)))
      if (watch.isLost) context.endStream?.()
      if (++count % STEP === 0) await yieldToEventLoop()
    }
  }
}
