import type { Connection } from '../../http/connection.js'
import type { Filter } from '../../http/filter.js'
import type { RequestContext } from '../../http/request-context.js'
import { unauthorized } from '../../meta/api-error.js'
import type { Identity } from '../../meta/user.js'
import { Secret } from '../../util/secret.js'
import type { Authenticator } from './authenticator.js'

export interface AuthenticationOptions {
  /** In the order in which they are asked. */
  readonly authenticators: readonly Authenticator[]
  /** Whether requests for a path are taken without credentials, from a user who may do little. */
  takesAnonymous(path: string): boolean
}

/** A connection sends the same credentials again and again. */
interface KnownSender {
  readonly authorization: Secret
  readonly identity: Identity
}

/** Finds out who sends a request, or rejects the request. */
export class Authentication implements Filter {
  readonly #authenticators: readonly Authenticator[]
  readonly #takesAnonymous: (path: string) => boolean
  readonly #known = new WeakMap<Connection, KnownSender>()

  constructor({ authenticators, takesAnonymous }: AuthenticationOptions) {
    this.#authenticators = authenticators
    this.#takesAnonymous = takesAnonymous
  }

  before(context: RequestContext): void | Promise<void> {
    const { authorization } = context.request.headers
    const known = this.#known.get(context.connection)
    if (known !== undefined && authorization !== undefined) {
      const isKnown = known.authorization.is(authorization)
      if (isKnown && known.identity.isValid(Date.now())) return accept(context, known.identity)
    }
    return this.#ask(context, 0)
  }

  #ask(context: RequestContext, first: number): void | Promise<void> {
    for (let index = first; index < this.#authenticators.length; index++) {
      const found = this.#authenticators[index]?.authenticate(context.request)
      if (found instanceof Promise) {
        return found.then((identity) =>
          identity === undefined ? this.#ask(context, index + 1) : this.#remember(context, identity),
        )
      }
      if (found !== undefined) return this.#remember(context, found)
    }
    if (!this.#takesAnonymous(context.path)) throw unauthorized()
  }

  #remember(context: RequestContext, identity: Identity): void {
    const { authorization } = context.request.headers
    if (authorization !== undefined) {
      this.#known.set(context.connection, { authorization: new Secret(authorization), identity })
    }
    accept(context, identity)
  }
}

function accept(context: RequestContext, identity: Identity): void {
  context.identity = identity
  context.user = identity.user
}
