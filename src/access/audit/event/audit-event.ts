import type { Level, Stage } from '#access/audit/stages.js'
import type { Status } from '#meta/status.js'

/** Who sends a request, as events tell. */
export interface AuditUser {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** An `Event` of `audit.k8s.io/v1`: what is known of a request at one of its stages. */
export interface AuditEvent {
  readonly kind: 'Event'
  readonly apiVersion: 'audit.k8s.io/v1'
  readonly level: Level
  /** The name of the request, which its answer tells as `Audit-Id`. */
  readonly auditID: string
  readonly stage: Stage
  readonly requestURI: string
  readonly verb: string
  /** Who has proven to send the request; empty where that was not found out. */
  readonly user: AuditUser
  /** Whom the user acts for. */
  readonly impersonatedUser?: AuditUser
  /** Through which addresses the request says to have come, and last the peer of the connection. */
  readonly sourceIPs?: readonly string[]
  readonly userAgent?: string
  /** What the request is about, if that is a resource. */
  readonly objectRef?: {
    readonly resource: string
    readonly namespace?: string
    readonly name?: string
    readonly uid?: string
    readonly apiGroup?: string
    readonly apiVersion: string
    readonly resourceVersion?: string
    readonly subresource?: string
  }
  readonly responseStatus?: Partial<Status>
  /** From the level `Request` on. */
  readonly requestObject?: unknown
  /** At the level `RequestResponse`. */
  readonly responseObject?: unknown
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
  readonly annotations?: Readonly<Record<string, string>>
}
