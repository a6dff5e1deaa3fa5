import type { AuditAnnotations } from '#registry/write/audit-annotations.js'

/**
 * Is told what a request holds and how it is answered, where a record of who did what is kept. A request that is not recorded
 * has no recorder.
 */
export interface AuditRecorder extends AuditAnnotations {
  /** Whether the body of the answer is recorded. */
  readonly wantsAnswer: boolean
  /** The body was read. `kind` is the kind of object that it has to be, if it is one; `json` the body, if it came as JSON. */
  onBody(value: unknown, kind: string | undefined, json: Buffer | undefined): void
  /** The answer is known. `name` is that of the object which is answered; undefined JSON was too large. */
  onAnswer(json: () => string | Buffer | undefined, name?: string): void
  /** A stream begins, of which the end is not known yet. */
  onStream(): void
}

/** In bytes: what is larger is left out of records. */
export const MAX_RECORDED_BYTES = 1024 * 1024
