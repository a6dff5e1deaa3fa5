import { type Accepted, type Face, negotiate } from '../codec/accept.js'
import { JSON_TYPE, PROTOBUF_TYPE } from '../codec/media-type.js'
import { PLAIN_JSON } from '../codec/representation.js'
import {
  ApiError,
  internalError,
  methodNotAllowed,
  notAcceptable,
  serviceUnavailable,
  streamNotAcceptable,
  unknownPath,
} from '../meta/api-error.js'
import type { Logger } from '../observe/logger.js'
import type { Verb } from '../registry/kind.js'
import { RequestAborted } from './body.js'
import type { Handlers } from './handlers/index.js'
import type { RequestContext } from './request-context.js'
import type { RequestMetrics, RequestRecorder } from './request-metrics.js'
import { sendError } from './respond.js'
import type { Router, Target } from './router.js'
import { verbOf } from './router.js'
import type { RouteTable } from './routes/route-table.js'

export interface PipelineParts {
  readonly router: Router
  readonly handlers: Handlers
  readonly routes: RouteTable
  /** Why objects can be neither read nor written now; undefined when they can. */
  readonly closedBecause: () => string | undefined
  readonly metrics: RequestMetrics
  readonly logger: Logger
}

/**
 * What every request goes through, in order: find what the path leads to, what the method means there and
 * which format the answer takes; hand over to the one who answers; turn whatever was thrown into an answer.
 */
export class Pipeline {
  readonly #router: Router
  readonly #routes: RouteTable
  readonly #metrics: RequestMetrics
  readonly #logger: Logger
  readonly #handlers: Handlers
  readonly #closedBecause: () => string | undefined

  constructor(parts: PipelineParts) {
    this.#handlers = parts.handlers
    this.#closedBecause = parts.closedBecause
    this.#router = parts.router
    this.#routes = parts.routes
    this.#metrics = parts.metrics
    this.#logger = parts.logger
  }

  /** Never throws and never rejects. Reads that are served from memory are answered before it returns. */
  handle(context: RequestContext): void | Promise<void> {
    const recorder = this.#metrics.begin()
    let answer: void | Promise<void>
    try {
      answer = this.#dispatch(context, recorder)
    } catch (error) {
      answer = this.#fail(context, error)
    }
    if (answer === undefined) {
      recorder.end(context.code)
      return undefined
    }
    return answer
      .catch((error: unknown) => this.#fail(context, error))
      .catch((error: unknown) => this.#abandon(context, error))
      .finally(() => {
        context.release?.()
        recorder.end(context.code)
      })
  }

  #dispatch(context: RequestContext, recorder: RequestRecorder): void | Promise<void> {
    const { request, path } = context
    // The two differ in nothing but the body of the answer, which node leaves out.
    const method = context.isHead ? 'GET' : (request.method ?? 'GET')
    const accepted = negotiate(request.headers.accept)
    context.settle(accepted.value ?? PLAIN_JSON)

    const target = this.#router.resolve(path)
    if (target === undefined) return this.#answerRoute(context, method, accepted, recorder)
    const verb = verbOf(method, target, context.flag('watch'))
    if (verb === undefined) throw methodNotAllowed()
    recorder.about(verb, target.store.definition.plural)
    const closed = this.#closedBecause()
    if (closed !== undefined) throw serviceUnavailable(closed)
    settle(context, accepted, faceOf(verb, target))
    if (target.subresource !== undefined) return this.#handlers.subresource(context, target, verb)
    return this.#handlers[verb](context, target)
  }

  #answerRoute(
    context: RequestContext,
    method: string,
    accepted: Accepted,
    recorder: RequestRecorder,
  ): void | Promise<void> {
    const route = this.#routes.find(context.path)
    if (route === undefined) throw unknownPath()
    if (method !== 'GET') throw methodNotAllowed()
    recorder.about('get', route.path)
    const preferred = route.preferred?.(context)
    if (preferred !== undefined) return preferred(context)
    if (route.negotiated) settle(context, accepted, 'value')
    return route.answer(context)
  }

  #fail(context: RequestContext, error: unknown): void | Promise<void> {
    if (error instanceof RequestAborted) return
    if (error instanceof ApiError) return sendError(context, error)
    this.#logger.error(
      { err: error, method: context.request.method, url: context.request.url },
      'request failed',
    )
    return sendError(context, internalError())
  }

  /** Even the error could not be answered. */
  #abandon(context: RequestContext, error: unknown): void {
    this.#logger.error({ err: error }, 'answer failed')
    context.response.destroy()
  }
}

/** What is answered: an object of the kind, a list or a stream of them, or something else. */
function faceOf(verb: Verb, { store, subresource }: Target): Face {
  if (subresource !== undefined) return subresource.kind === store.definition.kind ? 'object' : 'value'
  if (verb === 'list') return 'list'
  return verb === 'watch' ? 'stream' : 'object'
}

/** Settles what the answer looks like, or rejects before anything is done. */
function settle(context: RequestContext, accepted: Accepted, face: Face): void {
  const representation = accepted[face]
  if (representation === undefined) {
    throw face === 'stream' && accepted.list !== undefined
      ? streamNotAcceptable(STREAM_TYPES)
      : notAcceptable()
  }
  context.settle(representation)
}

const STREAM_TYPES = [JSON_TYPE, PROTOBUF_TYPE].map((type) => `${type};stream=watch`)
