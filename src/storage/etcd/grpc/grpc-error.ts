/** The gRPC status codes that are distinguished here. */
export const GRPC = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  outOfRange: 11,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const

/** A failed call. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError'
  readonly code: number
  /** Whether the peer certainly has not processed the call, and never will. */
  readonly notDone: boolean

  constructor(code: number, message: string, { notDone = false } = {}) {
    super(message)
    this.code = code
    this.notDone = notDone
  }
}

/** The call was not sent, because there is no connection. */
export function notSent(address: string, reason: string): GrpcError {
  return new GrpcError(GRPC.unavailable, `${address}: ${reason}`, { notDone: true })
}
