import type { Filter } from '#http/filter.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { Rights } from '#registry/write/write-options.js'
import type { Authorizer } from './authorizer.js'
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

  before(context: RequestContext): void {
    const { attributes } = context
    if (!this.#authorizer.allows(attributes)) {
      context.decision = this.#authorizer.decide(attributes)
      throw refusal(attributes, context.decision.reason)
    }
    if (context.recorder !== undefined) context.decision = this.#authorizer.whyAllowed(attributes)
    if (attributes.verb === 'watch' || context.isLongRunning) this.#watches.add(context, attributes)
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

  can(verb: string): boolean {
    return this.#authorizer.allows({ ...this.#attributes, verb })
  }

  expect(verb: string): void {
    const attributes = { ...this.#attributes, verb }
    if (this.#authorizer.allows(attributes)) return
    throw refusal(attributes, this.#authorizer.decide(attributes).reason)
  }
}
