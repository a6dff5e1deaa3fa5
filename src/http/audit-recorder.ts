import type { AuditAnnotations } from '#registry/write/write-options.js'
import type { DecodedBody } from './request/decode-body.js'

/** Receives what the audit records of one request. A request that is not recorded has no recorder. */
export interface AuditRecorder extends AuditAnnotations {
  /** Whether the audit records the object of the response. */
  readonly wantsResponseObject: boolean
  /** The body was read; the handler has not run yet. */
  onRequest(body: DecodedBody): void
  /** A watch stream starts. */
  onStream(): void
}

/** The object or list of a response, as the audit records it. */
export interface ResponseObject {
  /** The name of the object, which the server may have chosen. */
  readonly name?: string | undefined
  /** As JSON, where the audit wants it; undefined when it is too large. */
  readonly json?: string | Buffer | undefined
}

/** In bytes: the audit leaves out larger bodies. */
export const MAX_RECORDED_BYTES = 1024 * 1024
