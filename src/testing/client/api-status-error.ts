import { ApiError } from '#meta/api-error.js'

/** What the server says about a failed request. */
export interface FailureStatus {
  readonly message: string
  /** Such as `NotFound` or `Conflict`. */
  readonly reason?: string | undefined
  readonly code: number
  readonly details?:
    | {
        readonly name?: string | undefined
        readonly group?: string | undefined
        readonly kind?: string | undefined
        readonly uid?: string | undefined
        readonly retryAfterSeconds?: number | undefined
        readonly causes?:
          | readonly {
              readonly reason?: string | undefined
              readonly message?: string | undefined
              readonly field?: string | undefined
            }[]
          | undefined
      }
    | undefined
}

/**
 * The server responded with an error.
 *
 * @example
 * await assert.rejects(server.get('v1', 'Pod', 'default', 'gone'), (error: ApiStatusError) => error.code === 404)
 */
export class ApiStatusError extends Error {
  override readonly name = 'ApiStatusError'
  /** The `Status` of the response. */
  readonly status: FailureStatus

  constructor(status: FailureStatus) {
    super(status.message)
    this.status = status
  }

  /** The HTTP status code. */
  get code(): number {
    return this.status.code
  }

  /** Such as `NotFound` or `Conflict`. */
  get reason(): string {
    return this.status.reason ?? ''
  }
}

/** The error of a response that is not one of success. */
export async function responseError(response: Response): Promise<ApiStatusError> {
  const text = await response.text()
  try {
    const status = JSON.parse(text) as FailureStatus & { readonly kind?: string }
    if (status.kind === 'Status') return new ApiStatusError(status)
  } catch {
    // A fault or a proxy may respond with anything.
  }
  return new ApiStatusError({ message: text || response.statusText, code: response.status })
}

/** The errors of the server's own functions, as a client sees them. */
export function clientError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  return new ApiStatusError(error.toStatus() as FailureStatus)
}
