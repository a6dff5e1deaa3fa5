import { defaultLimits, type ListenerLimits } from '#http/limits/listener-limits.js'
import { meetExpectation, RequestAborted } from '#http/request/body.js'
import type { HttpRequest, HttpResponse } from '#http/request/exchange.js'
import { RequestChecks } from '#http/request/request-checks.js'
import { ApiError, internalError } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import type { Channel } from './channel.js'

export interface RunnerOptions {
  /** Answers a request. What it throws or rejects with is logged, and answered by `sendError`. */
  readonly handler: (request: HttpRequest, response: HttpResponse, channel: Channel) => void | Promise<void>
  /** Answers with an error. Called at most once for a request, and only if nothing was sent yet. */
  readonly sendError: (
    error: ApiError,
    request: HttpRequest,
    response: HttpResponse,
    channel: Channel,
  ) => void | Promise<void>
  /** Which requests are not even looked at; when left out, only those that HTTP itself forbids. */
  readonly checks?: RequestChecks | undefined
  readonly limits?: ListenerLimits | undefined
  readonly logger: Logger
}

/** Has requests answered, whichever version of HTTP they came by, and makes a response of whatever goes wrong. */
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

  /** Something went wrong before the request was even looked at, or behind its response. */
  logFault(err: unknown): void {
    this.#options.logger.error({ err }, 'a request was not answered')
  }

  reject(error: ApiError, response: HttpResponse, channel: Channel): void {
    const request = response.req
    const giveUp = (err: unknown) => {
      const { method, url } = request
      this.#options.logger.error({ err, method, url }, 'an error was not answered')
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
    // A response that has begun cannot become an error, but it must not look complete either.
    if (response.headersSent) response.destroy()
    else this.reject(error instanceof ApiError ? error : internalError(), response, channel)
  }
}
