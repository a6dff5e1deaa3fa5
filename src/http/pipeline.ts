import { type Accepted, negotiate, type ResponseKind } from '#codec/accept.js'
import { PLAIN_JSON } from '#codec/representation.js'
import {
  ApiError,
  badRequest,
  internalError,
  methodNotAllowed,
  notAcceptable,
  unknownPath,
} from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import type { Verb } from '#registry/kind.js'
import { excerpt } from '#util/excerpt.js'
import { type Filter, FilterChain } from './filter.js'
import type { Handlers } from './handlers/index.js'
import { addWarning } from './handlers/warnings.js'
import { expectReadableTimeout } from './limits/request-timeout.js'
import { RequestAborted } from './request/body.js'
import type { RequestContext } from './request/request-context.js'
import type { RequestMetrics } from './request-metrics.js'
import { whyNotAcceptable } from './response/not-acceptable.js'
import { sendError, sendText } from './response/respond.js'
import type { Router, Target } from './router.js'
import { verbOf } from './router.js'
import type { Route } from './routes/route.js'
import type { RouteTable } from './routes/route-table.js'

export interface PipelineDependencies {
  readonly router: Router
  readonly handlers: Handlers
  readonly routes: RouteTable
  /** In order: identity, limits, authorization, then what follows an answer. */
  readonly filters: readonly Filter[]
  readonly metrics: RequestMetrics
  readonly logger: Logger
}

/**
 * What every request goes through, in order: find what the path leads to, what the method means there and which format
 * the answer takes; ask the filters; hand over to the handler; make an answer of whatever was thrown.
 */
export class Pipeline {
  readonly #router: Router
  readonly #routes: RouteTable
  readonly #metrics: RequestMetrics
  readonly #logger: Logger
  readonly #handlers: Handlers
  readonly #filters: FilterChain

  constructor(parts: PipelineDependencies) {
    this.#handlers = parts.handlers
    this.#filters = new FilterChain([parts.metrics, ...parts.filters])
    this.#router = parts.router
    this.#routes = parts.routes
    this.#metrics = parts.metrics
    this.#logger = parts.logger
  }

  /** Never throws and never rejects. Reads that are served from memory are answered before it returns. */
  handle(context: RequestContext): void | Promise<void> {
    this.#metrics.begin()
    let answer: void | Promise<void>
    try {
      answer = this.#dispatch(context)
    } catch (error) {
      answer = this.#fail(context, error)
    }
    if (answer === undefined) {
      this.#filters.after(context)
      return undefined
    }
    return answer
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
      ? this.#answer(context, found, accepted)
      : filtered.then(() => this.#answer(context, found, accepted))
  }

  /**
   * Finds what the request is about. Returns the route of a path that leads to no resource, or what is wrong with a path that
   * cannot be read, which is told to those whom the filters let pass.
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
    // HEAD differs from GET in nothing but the body of the answer, which node leaves out.
    const method = context.isHead ? 'GET' : (context.request.method ?? 'GET')
    context.target = this.#router.resolve(context.path)
    if (context.target !== undefined) {
      context.verb = verbOf(method, context.target, context.flag('watch'))
      return undefined
    }
    const route = this.#routes.find(context.path)
    context.document = route?.path
    if (route !== undefined && method === 'GET') context.verb = 'get'
    return route
  }

  #answer(
    context: RequestContext,
    found: Route | ApiError | undefined,
    accepted: Accepted,
  ): void | Promise<void> {
    if (found instanceof ApiError) throw found
    const route = found
    const { target, verb } = context
    if (context.hasQuery) expectReadableTimeout(context)
    if (target === undefined && route === undefined) {
      // Whoever looks for something else than the API gets an answer of no API.
      if (!IN_API.test(context.path)) return sendText(context, 404, '404 page not found\n')
      throw unknownPath()
    }
    if (verb === undefined)
      throw target !== undefined && leadsNowhere(target) ? unknownPath() : methodNotAllowed()
    const { upgrade } = context.request.headers
    if (upgrade !== undefined && !target?.subresource?.connects) rejectUpgrade(upgrade)
    return target === undefined
      ? answerRoute(context, route as Route, accepted)
      : this.#answerResource(context, target, verb, accepted)
  }

  #answerResource(
    context: RequestContext,
    target: Target,
    verb: Verb,
    accepted: Accepted,
  ): void | Promise<void> {
    const { form, deprecation } = target.store.definition
    const face = faceOf(verb, target)
    const answers = form === undefined || face === 'value' ? accepted : accepted.textual
    const representation = answers[face]
    if (representation === undefined) {
      const { accept = '' } = context.request.headers
      throw whyNotAcceptable(target.store.definition, accept, face, answers)
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

  /** Even the error could not be answered. */
  #abandon(context: RequestContext, error: unknown): void {
    context.fault = error
    this.#logger.error({ err: error }, 'answer failed')
    context.response.destroy()
  }
}

/** Objects of defined kinds in all namespaces are listed, and there is nothing else to their path. */
function leadsNowhere({ store, namespace, name }: Target): boolean {
  const { form, namespaced } = store.definition
  return form !== undefined && namespaced && namespace === undefined && name === undefined
}

/** What leads to something that runs answers an upgrade itself: clients show users what it says. */
function rejectUpgrade(protocol: string): void {
  // Some clients offer HTTP/2 with every request; that offer can be ignored.
  if (/^h2c\b/i.test(protocol)) return
  throw badRequest(`the upgrade to ${JSON.stringify(excerpt(protocol))} is not supported`)
}

function answerRoute(context: RequestContext, route: Route, accepted: Accepted): void | Promise<void> {
  const preferred = route.preferred?.(context)
  if (preferred !== undefined) return preferred(context)
  if (route.negotiated) {
    if (accepted.value === undefined) throw notAcceptable()
    context.settle(accepted.value)
  }
  return route.answer(context)
}

/** What is answered: an object of the kind, a list or a stream of them, or something else. */
function faceOf(verb: Verb, { store, subresource }: Target): ResponseKind {
  if (subresource !== undefined) return subresource.kind === store.definition.kind ? 'object' : 'value'
  if (store.evaluator !== undefined) return 'value'
  if (verb === 'list') return 'list'
  return verb === 'watch' ? 'stream' : 'object'
}

const IN_API = /^\/apis?(\/|$)/
