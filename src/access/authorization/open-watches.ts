import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { RequestContext } from '#http/request/request-context.js'
import { yieldToEventLoop } from '#util/event-loop.js'
import type { Authorizer } from './authorizer.js'

/** How long a watch may go on after the right to it is lost, or its credential is. */
const INTERVAL_MS = 250
/** Watches that are looked at before the event loop has its turn: a look takes about a microsecond. */
const STEP = 1_000

interface OpenWatch {
  /** The right to the watch, and those to act as its user where the sender is somebody else. */
  readonly needed: readonly RequestAttributes[]
  /** A watch that is only about to begin is ended as soon as it has. */
  isLost: boolean
}

/** Ends watches whose senders have lost the right to them: a watch goes on for an hour, and its sender is not asked again. */
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
    this.#timer ??= setInterval(() => void this.#look(), INTERVAL_MS).unref()
  }

  remove(context: RequestContext): void {
    if (this.#open.size > 0) this.#open.delete(context)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#open.clear()
  }

  async #look(): Promise<void> {
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
    const now = Date.now()
    let count = 0
    for (const [context, watch] of this.#open) {
      watch.isLost ||=
        context.identity?.isValid(now) === false ||
        (hasChanged && !watch.needed.every((attributes) => this.#authorizer.allows(attributes)))
      if (watch.isLost) context.endStream?.()
      if (++count % STEP === 0) await yieldToEventLoop()
    }
  }
}
