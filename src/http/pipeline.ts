import { type NegotiatedFormats, negotiate, prefersHtml, type ResponseKind } from '#codec/accept.js'
import { PLAIN_JSON } from '#codec/representation.js'
import { ApiError, badRequest, internalError, methodNotAllowed, unknownPath } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import type { Verb } from '#registry/kind.js'
import { excerpt } from '#util/excerpt.js'
import { isGoDuration } from '#util/text/duration.js'
import { type Filter, FilterChain } from './filter.js'
import { handleConnect } from './handlers/connect.js'
import type { Handlers } from './handlers/index.js'
import { addWarning } from './handlers/warnings.js'
import type { RemoteApis } from './remote-apis.js'
import { RequestAborted } from './request/body.js'
import type { RequestContext } from './request/request-context.js'
import { documentNotAcceptable, notAcceptableMessage } from './response/not-acceptable.js'
import { sendError, sendText } from './response/respond.js'
import { isForwarded, type Router, type Target, verbOf } from './router.js'
import { type Mount, mountedPath } from './routes/mount.js'
import type { Route } from './routes/route.js'
import type { RouteTable } from './routes/route-table.js'

export interface PipelineDependencies {
  readonly router: Router
  readonly handlers: Handlers
  readonly routes: RouteTable
  /** What other servers serve below paths of this one. */
  readonly remotes?: RemoteApis | undefined
  /** Other APIs below prefixes. */
  readonly mounts?: readonly Mount[] | undefined
  /** In order: metrics, log, authentication, limits, authorization. */
  readonly filters: readonly Filter[]
  readonly logger: Logger
}

/**
 * Handles every request: negotiates the format, resolves path and method, runs the filters, calls the handler. Every
 * error becomes a response.
 */
export class Pipeline {
  readonly #router: Router
  readonly #routes: RouteTable
  readonly #remotes: RemoteApis | undefined
  readonly #mounts: readonly Mount[]
  readonly #logger: Logger
  readonly #handlers: Handlers
  readonly #filters: FilterChain

  constructor(parts: PipelineDependencies) {
    this.#handlers = parts.handlers
    this.#filters = new FilterChain(parts.filters)
    this.#router = parts.router
    this.#routes = parts.routes
    this.#remotes = parts.remotes
    this.#mounts = parts.mounts ?? []
    this.#logger = parts.logger
  }

  /** Never throws and never rejects. The response to a get from memory is sent synchronously. */
  handle(context: RequestContext): void | Promise<void> {
    let handled: void | Promise<void>
    try {
      handled = this.#dispatch(context)
    } catch (error) {
      handled = this.#fail(context, error)
    }
    if (handled === undefined) {
      this.#filters.after(context)
      return undefined
    }
    return handled
      .catch((error: unknown) => this.#fail(context, error))
      .catch((error: unknown) => this.#abandon(context, error))
      .finally(() => {
        context.release?.()
        this.#filters.after(context)
      })
  }

  #dispatch(context: RequestContext): void | Promise<void> {
    const accepted = negotiate(context.request.headers.accept)
    context.settle(accepted.value ?? PLAIN_JSON)
    const found = this.#resolve(context)
    const filtered = this.#filters.before(context)
    return filtered === undefined
      ? this.#respond(context, found, accepted)
      : filtered.then(() => this.#respond(context, found, accepted))
  }

  /**
   * Returns the route of a path without a resource, or the error of an invalid path. Only a client that passes the
   * filters sees it.
   */
  #resolve(context: RequestContext): Route | ApiError | undefined {
    try {
      return this.#find(context)
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  }

  #find(context: RequestContext): Route | undefined {
    // Node omits the body of a HEAD response.
    const method = context.isHead ? 'GET' : (context.request.method ?? 'GET')
    const remote = this.#remotes?.find(context.path)
    if (remote !== undefined) return noteRemote(context, remote)
    context.target = this.#router.resolve(context.path)
    if (context.target !== undefined) {
      context.verb = verbOf(method, context.target, context.flag('watch'))
      return undefined
    }
    for (const mount of this.#mounts) {
      const mounted = mountedPath(mount, context.path)
      if (mounted !== undefined) return this.#findMounted(context, mount, mounted, method)
    }
    return noteRoute(context, this.#routes.find(context.path), method)
  }

  #findMounted(context: RequestContext, mount: Mount, path: string, method: string): Route | undefined {
    if (path === '/' && mount.root !== undefined) return noteRoute(context, mount.root, method)
    if (IN_API.test(path)) {
      context.mountedPath = path
      context.verb = verbByPath(context)
      context.document = mount.prefix
      return mount.api
    }
    if (!mount.servesOthers) return undefined
    context.mountedPath = path
    return noteRoute(context, this.#routes.find(path), method)
  }

  #respond(
    context: RequestContext,
    found: Route | ApiError | undefined,
    accepted: NegotiatedFormats,
  ): void | Promise<void> {
    if (found instanceof ApiError) throw found
    const route = found
    const { target, verb } = context
    const forwards = target === undefined ? route?.forwards === true : isForwarded(target)
    if (context.hasQuery && !forwards) validateTimeout(context)
    if (target === undefined && route === undefined) {
      // Outside of the API, errors are plain text.
      if (!IN_API.test(context.path)) return sendText(context, 404, '404 page not found\n')
      throw unknownPath()
    }
    if (verb === undefined)
      throw target !== undefined && leadsNowhere(target) ? unknownPath() : methodNotAllowed()
    // The other server negotiates the format.
    if (forwards) return target === undefined ? route?.respond(context) : handleConnect(context, target)
    const { upgrade } = context.request.headers
    if (upgrade !== undefined && !target?.subresource?.connects) rejectUpgrade(upgrade)
    return target === undefined
      ? respondByRoute(context, route as Route, accepted)
      : this.#respondByHandler(context, target, verb, accepted)
  }

  #respondByHandler(
    context: RequestContext,
    target: Target,
    verb: Verb,
    accepted: NegotiatedFormats,
  ): void | Promise<void> {
    const { conventions, isCustomResource, deprecation } = target.store.definition
    const kind = responseKindOf(verb, target)
    const offered = !isCustomResource || kind === 'value' ? accepted : accepted.textual
    const representation = offered[kind]
    const isRouted =
      accepted.isRouted ||
      isCustomResource ||
      conventions.legacyErrors ||
      target.subresource?.connects === true
    if (representation === undefined || !isRouted) {
      const { accept = '' } = context.request.headers
      const { isText } = target.subresource ?? {}
      throw notAcceptableMessage(target.store.definition, accept, kind, offered, isText)
    }
    context.settle(representation)
    if (deprecation !== undefined) addWarning(context, deprecation)
    if (target.subresource !== undefined) return this.#handlers.subresource(context, target, verb)
    return this.#handlers[verb](context, target)
  }

  #fail(context: RequestContext, error: unknown): void | Promise<void> {
    if (error instanceof RequestAborted) return
    if (error instanceof ApiError) return sendError(context, error)
    context.fault = error
    this.#logger.error(
      { err: error, method: context.request.method, url: context.request.url },
      'request failed',
    )
    return sendError(context, internalError())
  }

  /** Even the error response could not be sent. */
  #abandon(context: RequestContext, error: unknown): void {
    context.fault = error
    this.#logger.error({ err: error }, 'the response failed')
    context.response.destroy()
  }
}

/** Notes the route of a request, if there is one. */
function noteRoute(context: RequestContext, found: Route | undefined, method: string): Route | undefined {
  if (found === undefined) return undefined
  const { page } = found
  // The page is for the server itself, not for an API below a prefix.
  const isPage =
    page !== undefined && context.path === page.path && prefersHtml(context.request.headers.accept)
  const route = isPage ? page : found
  context.document = route.path
  context.access = route.access
  context.isLongRoute = route.isLongRunning
  context.verb = (route.verbs ?? READ_ONLY)[method]
  return route
}

function noteRemote(context: RequestContext, route: Route): Route {
  context.document = route.path
  context.verb = verbByPath(context)
  const { upgrade } = context.request.headers
  const isUpgrade = upgrade !== undefined && !IGNORED_UPGRADE.test(upgrade)
  context.isLongRoute = isUpgrade || STREAMED.has(context.attributes.resource?.subresource)
  return route
}

/** The verb of a path that this server has no kind for; undefined for a method without one. */
function verbByPath({ attributes }: RequestContext): Verb | undefined {
  return VERBS.find((known) => known === attributes.verb)
}

const READ_ONLY: Readonly<Record<string, Verb>> = { GET: 'get' }

/** Custom resources in all namespaces can only be listed. */
function leadsNowhere({ store, namespace, name }: Target): boolean {
  const { isCustomResource, namespaced } = store.definition
  return isCustomResource && namespaced && namespace === undefined && name === undefined
}

/** Subresources whose responses last long in any API. */
const STREAMED: ReadonlySet<string | undefined> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy'])

/** Some clients offer it with every request. */
const IGNORED_UPGRADE = /^h2c\b/i

/** Subresources that connect to a container handle upgrades themselves: clients show their response to users. */
function rejectUpgrade(protocol: string): void {
  if (IGNORED_UPGRADE.test(protocol)) return
  throw badRequest(`the upgrade to ${JSON.stringify(excerpt(protocol))} is not supported`)
}

function respondByRoute(
  context: RequestContext,
  route: Route,
  accepted: NegotiatedFormats,
): void | Promise<void> {
  const preferred = route.preferred?.(context)
  if (preferred !== undefined) return preferred(context)
  if (route.negotiated) {
    const { negotiatedBy } = route
    if (accepted.value === undefined || (negotiatedBy === 'route' && !accepted.isRouted)) {
      throw documentNotAcceptable(negotiatedBy, context.request.headers.accept ?? '')
    }
    context.settle(accepted.value)
  }
  return route.respond(context)
}

/** What the response contains. */
function responseKindOf(verb: Verb, { store, subresource }: Target): ResponseKind {
  if (subresource !== undefined) {
    return subresource.kind === store.definition.kind || subresource.columns !== undefined
      ? 'object'
      : 'value'
  }
  if (store.reviewHandler !== undefined) return 'value'
  if (verb === 'list') return 'list'
  return verb === 'watch' ? 'stream' : 'object'
}

const IN_API = /^\/apis?(\/|$)/
const VERBS: readonly Verb[] = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
]

/** Rejects an unreadable `timeout` parameter. No request takes long enough to enforce it; watches have their own timeout. */
function validateTimeout({ query, verb }: RequestContext): void {
  const timeout = query.get('timeout')
  if (timeout === null || timeout === '' || verb === 'watch' || isGoDuration(timeout)) return
  const why = `time: invalid duration ${JSON.stringify(excerpt(timeout))}`
  throw badRequest(`invalid timeout specified in the request URL - ${why}`)
}
