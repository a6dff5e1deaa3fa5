import type { Socket } from 'node:net'
import type { FrontProxy } from '#access/front-proxy/front-proxy.js'
import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import { ApiError, unauthorized } from '#meta/api-error.js'
import type { Identity } from '#meta/user.js'
import { Secret } from '#util/secret.js'
import type { Authenticator } from './authenticator.js'

export interface AuthenticationOptions {
  /** Comes first, and takes the headers away from what comes later; undefined without front proxies. */
  readonly frontProxy: FrontProxy | undefined
  /** Tried in this order. */
  readonly authenticators: readonly Authenticator[]
  /** Whether anonymous requests to a path are allowed. */
  takesAnonymous(path: string): boolean
}

/** A connection repeats the same credentials. */
interface CachedIdentity {
  readonly authorization: Secret
  readonly identity: Identity
}

/** Authenticates each request, or rejects it. */
export class Authentication implements Filter {
  readonly #frontProxy: FrontProxy | undefined
  readonly #authenticators: readonly Authenticator[]
  readonly #takesAnonymous: (path: string) => boolean
  readonly #known = new WeakMap<Socket, CachedIdentity>()

  constructor({ frontProxy, authenticators, takesAnonymous }: AuthenticationOptions) {
    this.#frontProxy = frontProxy
    this.#authenticators = authenticators
    this.#takesAnonymous = takesAnonymous
  }

  before(context: RequestContext): void | Promise<void> {
    if (context.access === 'public') return
    let rejection: ApiError | undefined
    if (this.#frontProxy !== undefined) {
      // Each request of a proxy has its own user, whatever else is known of the connection.
      const proxied = attempt(this.#frontProxy, context)
      if (proxied instanceof ApiError) rejection = proxied
      else if (proxied !== undefined) return accept(context, proxied)
    }
    const known = this.#cachedIdentity(context)
    if (known?.isValid()) return accept(context, known)
    return this.#ask(context, 0, rejection)
  }

  /** The identity of the same credentials in an earlier request. */
  #cachedIdentity({ request, channel }: RequestContext): Identity | undefined {
    const { authorization } = request.headers
    const known = authorization === undefined ? undefined : this.#known.get(channel.transport)
    return known?.authorization.is(authorization as string) ? known.identity : undefined
  }

  /** A rejected credential counts only if no other one is accepted. */
  #ask(context: RequestContext, first: number, rejection: ApiError | undefined): void | Promise<void> {
    let rejected = rejection
    for (let index = first; index < this.#authenticators.length; index++) {
      try {
        const found = this.#authenticators[index]?.authenticate(context.request)
        if (found instanceof Promise) return this.#await(found, context, index, rejected)
        if (found !== undefined) return this.#remember(context, found)
      } catch (error) {
        rejected ??= rejectionOf(error)
      }
    }
    if (rejected !== undefined) throw rejected
    if (!this.#takesAnonymous(context.path)) throw unauthorized()
  }

  #await(
    pending: Promise<Identity | undefined>,
    context: RequestContext,
    index: number,
    rejection: ApiError | undefined,
  ): Promise<void> {
    return pending.then(
      (identity) =>
        identity === undefined ? this.#ask(context, index + 1, rejection) : this.#remember(context, identity),
      (error: unknown) => this.#ask(context, index + 1, rejection ?? rejectionOf(error)),
    )
  }

  #remember(context: RequestContext, identity: Identity): void {
    const { authorization } = context.request.headers
    if (authorization !== undefined) {
      this.#known.set(context.channel.transport, { authorization: new Secret(authorization), identity })
    }
    accept(context, identity)
  }
}

function attempt(frontProxy: FrontProxy, { request }: RequestContext): Identity | ApiError | undefined {
  try {
    return frontProxy.authenticate(request)
  } catch (error) {
    return rejectionOf(error)
  }
}

function rejectionOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

function accept(context: RequestContext, identity: Identity): void {
  context.identity = identity
  context.user = identity.user
}
