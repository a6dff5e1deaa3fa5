import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { RequestContext } from '#http/request/request-context.js'
import { yieldToEventLoop } from '#util/event-loop.js'
import type { Authorizer } from './authorizer.js'

/** How long a watch may continue after its permission or credential is lost. */
const INTERVAL_MS = 250
/** Watches checked per turn of the event loop: a check takes about a microsecond. */
const STEP = 1_000

/** How long a failed review is not repeated. */
const RETRY_MS = 10_000
/** Watches that another server is asked about at a time: requests come first. */
const MAX_ASKED = 16

interface OpenWatch {
  /** The permission to watch, and those for impersonation. */
  readonly needed: readonly RequestAttributes[]
  /** The generation of the policy by which they are allowed. */
  generation: number
  /** A starting watch ends as soon as it has started. */
  isLost: boolean
  /** Another server is asked about a permission, or was asked without success a moment ago. */
  isAsked: boolean
}

/** Ends watches whose users have lost the permission: a watch lasts up to an hour without another request. */
export class OpenWatches {
  readonly #authorizer: Authorizer
  readonly #open = new Map<RequestContext, OpenWatch>()
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #asked = 0

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer
  }

  /** `generation` is that of the policy before the permission was checked, if that took time. */
  add(
    context: RequestContext,
    attributes: RequestAttributes,
    generation = this.#authorizer.generation,
  ): void {
    const { impersonation } = context
    this.#open.set(context, {
      needed: [attributes, ...(impersonation?.needed ?? [])],
      generation: impersonation?.generation ?? generation,
      isLost: false,
      isAsked: false,
    })
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
    let count = 0
    for (const [context, watch] of this.#open) {
      watch.isLost ||= context.identity?.isValid() === false
      if (!watch.isLost) this.#checkPermissions(watch)
      if (watch.isLost) context.endStream?.()
      if (++count % STEP === 0) await yieldToEventLoop()
    }
  }

  #checkPermissions(watch: OpenWatch): void {
    const { generation } = this.#authorizer
    if (watch.generation === generation || watch.isAsked) return
    const allowed = watch.needed.map((attributes) => this.#authorizer.allows(attributes))
    if (allowed.includes(false)) watch.isLost = true
    else if (!allowed.includes(undefined)) watch.generation = generation
    else if (this.#asked < MAX_ASKED) void this.#ask(watch, generation)
  }

  /** Other watches do not wait for the server that is asked. One that cannot be decided about goes on. */
  async #ask(watch: OpenWatch, generation: number): Promise<void> {
    watch.isAsked = true
    this.#asked++
    const decisions = await Promise.all(watch.needed.map((attributes) => this.#authorizer.decide(attributes)))
    this.#asked--
    // The next check ends it.
    watch.isLost ||= decisions.some(({ allowed, error }) => !allowed && error === undefined)
    if (decisions.every(({ allowed }) => allowed)) {
      watch.generation = generation
      watch.isAsked = false
      return
    }
    setTimeout(() => {
      watch.isAsked = false
    }, RETRY_MS).unref()
  }
}
