import { defaultLimits, type ListenerLimits } from '#http/limits/listener-limits.js'
import { meetExpectation, RequestAborted } from '#http/request/body.js'
import type { HttpRequest, HttpResponse } from '#http/request/exchange.js'
import { RequestChecks } from '#http/request/request-checks.js'
import { ApiError, internalError } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import type { Channel } from './channel.js'

export interface RunnerOptions {
  /** Serves a request. An error that it throws or rejects with is logged, and sent by `sendError`. */
  readonly handler: (request: HttpRequest, response: HttpResponse, channel: Channel) => void | Promise<void>
  /** Sends an error response. Called at most once for a request, and only before anything was sent. */
  readonly sendError: (
    error: ApiError,
    request: HttpRequest,
    response: HttpResponse,
    channel: Channel,
  ) => void | Promise<void>
  /** Checks before the handler; by default only what HTTP forbids. */
  readonly checks?: RequestChecks | undefined
  readonly limits?: ListenerLimits | undefined
  readonly logger: Logger
}

/** Runs the handler for requests of every HTTP version, and turns its errors into responses. */
export class RequestRunner {
  readonly #options: RunnerOptions
  readonly #checks: RequestChecks
  readonly #maxBodyBytes: number

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#checks = options.checks ?? new RequestChecks({ hosts: undefined, pages: [] })
    this.#maxBodyBytes = (options.limits ?? defaultLimits).maxBodyBytes
  }

  /** Returns whether the response is still to come. */
  run(response: HttpResponse, channel: Channel): boolean {
    const request = response.req
    try {
      this.#checks.check(request)
      meetExpectation(response, this.#maxBodyBytes)
    } catch (error) {
      this.reject(error as ApiError, response, channel)
      return false
    }
    try {
      const handling = this.#options.handler(request, response, channel)
      handling?.catch((error: unknown) => this.#onFault(error, response, channel))
      return handling !== undefined
    } catch (error) {
      this.#onFault(error, response, channel)
      return false
    }
  }

  /** Logs an error outside of the handler. */
  logFault(err: unknown): void {
    this.#options.logger.error({ err }, 'serving a request failed')
  }

  reject(error: ApiError, response: HttpResponse, channel: Channel): void {
    const request = response.req
    const giveUp = (err: unknown) => {
      const { method, url } = request
      this.#options.logger.error({ err, method, url }, 'sending an error response failed')
      response.destroy()
    }
    try {
      this.#options.sendError(error, request, response, channel)?.catch(giveUp)
    } catch (err) {
      giveUp(err)
    }
  }

  #onFault(error: unknown, response: HttpResponse, channel: Channel): void {
    if (error instanceof RequestAborted) {
      response.destroy()
      return
    }
    const { method, url } = response.req
    this.#options.logger.error({ err: error, method, url }, 'a request failed')
    // A started response cannot become an error, but must not look complete.
    if (response.headersSent) response.destroy()
    else this.reject(error instanceof ApiError ? error : internalError(), response, channel)
  }
}
