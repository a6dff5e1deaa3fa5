import type { Status } from '#meta/status.js'

/** How much of a request is recorded. Each level includes the previous ones. */
export const LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
export type Level = (typeof LEVELS)[number]

/** When an event is recorded. */
export const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const
export type Stage = (typeof STAGES)[number]

/** The user of a request in an event. */
export interface AuditUser {
  readonly username?: string | undefined
  readonly uid?: string | undefined
  readonly groups?: readonly string[] | undefined
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
}

/** The object of a request. */
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

/** An `Event` of `audit.k8s.io/v1`. The field order is that of Kubernetes. */
export interface AuditEvent {
  readonly kind: 'Event'
  readonly apiVersion: 'audit.k8s.io/v1'
  readonly level: Level
  /** The id of the request, also in the `Audit-Id` header. */
  readonly auditID: string
  readonly stage: Stage
  readonly requestURI: string
  readonly verb: string
  /** The authenticated user; empty when authentication failed. */
  readonly user: AuditUser
  readonly impersonatedUser?: AuditUser | undefined
  /** Addresses from forwarding headers, then the peer. */
  readonly sourceIPs?: readonly string[] | undefined
  readonly userAgent?: string | undefined
  /** Missing for non-resource requests. */
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

/** The bodies of an event as one line of JSON; undefined if not recorded. */
export interface EventBodies {
  readonly requestObject: string | undefined
  readonly responseObject: string | undefined
}

export const NO_BODIES: EventBodies = { requestObject: undefined, responseObject: undefined }

/** An event as a line of JSON. Bodies are already JSON and may be a megabyte: they are inserted without parsing. */
export function eventLine(event: AuditEvent, { requestObject, responseObject }: EventBodies): string {
  if (requestObject === undefined && responseObject === undefined) return `${JSON.stringify(event)}\n`
  const { requestReceivedTimestamp, stageTimestamp, annotations, ...first } = event
  const last = { requestReceivedTimestamp, stageTimestamp, annotations }
  let line = JSON.stringify(first).slice(0, -1)
  if (requestObject !== undefined) line += `,"requestObject":${requestObject}`
  if (responseObject !== undefined) line += `,"responseObject":${responseObject}`
  return `${line},${JSON.stringify(last).slice(1)}\n`
}
