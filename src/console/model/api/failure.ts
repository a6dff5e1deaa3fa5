/** An error response of the API, or of the way to it. */
export interface Failure {
  /** The status code; 0 if there was no response. */
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly causes: readonly Cause[]
}

/** What is wrong with one field. */
export interface Cause {
  readonly reason: string
  readonly message: string
  /** Such as `spec.replicas`; empty for the object as a whole. */
  readonly field: string
}

interface StatusLike {
  readonly kind?: string
  readonly message?: string
  readonly reason?: string
  readonly code?: number
  readonly details?: { readonly causes?: readonly Partial<Cause>[] }
}

/** Reads a Status, or whatever the response is. */
export function failureOf(code: number, body: unknown): Failure {
  const status = (typeof body === 'object' && body !== null ? body : {}) as StatusLike
  const text = typeof body === 'string' && body.length < 500 ? body.trim() : ''
  return {
    code: status.code ?? code,
    reason: status.reason ?? '',
    message: status.message || text || `the server responded with ${code}`,
    causes: (status.details?.causes ?? []).map(({ reason = '', message = '', field = '' }) => ({
      reason,
      message,
      field,
    })),
  }
}

/** There was no response. */
export const unreachable = (error: unknown): Failure => ({
  code: 0,
  reason: 'Unreachable',
  message: `the server cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
  causes: [],
})

/** A failure as an exception. */
export class ApiFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The failure of whatever was thrown. */
export const failureIn = (error: unknown): Failure =>
  error instanceof ApiFailure ? error.failure : unreachable(error)
