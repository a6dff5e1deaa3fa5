import type { Status } from '#meta/status.js'

/** How much is recorded of a request. Each level includes what those before it record. */
export const LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
export type Level = (typeof LEVELS)[number]

/** When an event is recorded. */
export const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const
export type Stage = (typeof STAGES)[number]

/** The sender of a request, as events name it. */
export interface AuditUser {
  readonly username?: string | undefined
  readonly uid?: string | undefined
  readonly groups?: readonly string[] | undefined
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
}

/** The object that a request is about. */
export interface ObjectReference {
  readonly resource: string
  readonly namespace?: string | undefined
  readonly name?: string | undefined
  readonly uid?: string | undefined
  readonly apiGroup?: string | undefined
  readonly apiVersion?: string | undefined
  readonly resourceVersion?: string | undefined
  readonly subresource?: string | undefined
}

/** An `Event` of `audit.k8s.io/v1`: what is known of a request at one of its stages. The fields are in Kubernetes' order. */
export interface AuditEvent {
  readonly kind: 'Event'
  readonly apiVersion: 'audit.k8s.io/v1'
  readonly level: Level
  /** The id of the request, which its response has as `Audit-Id`. */
  readonly auditID: string
  readonly stage: Stage
  readonly requestURI: string
  readonly verb: string
  /** The authenticated user; empty when authentication failed. */
  readonly user: AuditUser
  readonly impersonatedUser?: AuditUser | undefined
  /** Addresses of proxies as the request gives them, then the peer of the connection. */
  readonly sourceIPs?: readonly string[] | undefined
  readonly userAgent?: string | undefined
  /** Missing when the request is not about a resource. */
  readonly objectRef?: ObjectReference | undefined
  readonly responseStatus?: Partial<Status> | undefined
  /** From the level `Request` on. */
  readonly requestObject?: unknown
  /** At the level `RequestResponse`. */
  readonly responseObject?: unknown
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
  readonly annotations?: Readonly<Record<string, string>> | undefined
}
