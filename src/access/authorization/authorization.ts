import type { Filter } from '#http/filter.js'
import { RequestAborted } from '#http/request/body.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { Rights } from '#registry/write/write-options.js'
import { whenDone } from '#util/async/slices.js'
import { type Authorizer, isAllowed } from './authorizer.js'
import type { OpenWatches } from './open-watches.js'
import { refusal } from './refusal.js'

/** Rejects requests that the user may not make. */
export class Authorization implements Filter {
  readonly #authorizer: Authorizer
  readonly #watches: OpenWatches

  constructor(authorizer: Authorizer, watches: OpenWatches) {
    this.#authorizer = authorizer
    this.#watches = watches
  }

  before(context: RequestContext): void | Promise<void> {
    if (context.access !== undefined) return
    const { attributes } = context
    if (this.#authorizer.allows(attributes) !== true) return this.#ask(context, attributes)
    if (context.recorder !== undefined) context.decision = this.#authorizer.whyAllowed(attributes)
    this.#admit(context, attributes)
  }

  #ask(context: RequestContext, attributes: RequestAttributes): void | Promise<void> {
    const { generation } = this.#authorizer
    return whenDone(this.#authorizer.decide(attributes), (decision) => {
      context.decision = decision
      if (!decision.allowed) throw refusal(attributes, decision)
      if (!context.isOpen) throw new RequestAborted()
      this.#admit(context, attributes, generation)
    })
  }

  #admit(context: RequestContext, attributes: RequestAttributes, generation?: number): void {
    if (attributes.verb === 'watch' || context.isLongRunning)
      this.#watches.add(context, attributes, generation)
    else if (WRITES.has(attributes.verb))
      context.rights = new RequestPermissions(this.#authorizer, attributes)
  }

  after(context: RequestContext): void {
    this.#watches.remove(context)
  }
}

const WRITES = new Set(['create', 'update', 'patch'])

class RequestPermissions implements Rights {
  readonly #authorizer: Authorizer
  readonly #attributes: RequestAttributes

  constructor(authorizer: Authorizer, attributes: RequestAttributes) {
    this.#authorizer = authorizer
    this.#attributes = attributes
  }

  can(verb: string): boolean | Promise<boolean> {
    return isAllowed(this.#authorizer, { ...this.#attributes, verb })
  }

  async expect(verb: string): Promise<void> {
    const attributes = { ...this.#attributes, verb }
    const decision = await this.#authorizer.decide(attributes)
    if (!decision.allowed) throw refusal(attributes, decision)
  }
}
