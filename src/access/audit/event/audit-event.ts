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

/** The bodies of an event as JSON on one line; undefined for what is not recorded. */
export interface EventBodies {
  readonly requestObject: string | undefined
  readonly responseObject: string | undefined
}

export const NO_BODIES: EventBodies = { requestObject: undefined, responseObject: undefined }

/**
 * An event as a line of JSON. Bodies are JSON already, of up to a megabyte: they are put into the line as they are, neither
 * parsed nor written again.
 */
export function eventLine(event: AuditEvent, { requestObject, responseObject }: EventBodies): string {
  if (requestObject === undefined && responseObject === undefined) return `${JSON.stringify(event)}\n`
  const { requestReceivedTimestamp, stageTimestamp, annotations, ...first } = event
  const last = { requestReceivedTimestamp, stageTimestamp, annotations }
  let line = JSON.stringify(first).slice(0, -1)
  if (requestObject !== undefined) line += `,"requestObject":${requestObject}`
  if (responseObject !== undefined) line += `,"responseObject":${responseObject}`
  return `${line},${JSON.stringify(last).slice(1)}\n`
}
