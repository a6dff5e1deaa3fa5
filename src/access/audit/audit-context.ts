import { type AuditRecorder, MAX_RECORDED_BYTES, type ResponseObject } from '#http/audit-recorder.js'
import type { DecodedBody } from '#http/request/decode-body.js'
import type { Decision, RequestContext } from '#http/request/request-context.js'
import type { Status } from '#meta/status.js'
import type { User } from '#meta/user.js'
import { recordedBody, recordedResponse } from './bodies.js'
import { isConfidential, isConfidentialBody, redactedStatus } from './confidential.js'
import {
  type AuditEvent,
  type EventBodies,
  eventLine,
  type Level,
  NO_BODIES,
  type Stage,
} from './event/audit-event.js'
import {
  annotationsOf,
  auditUser,
  identityOf,
  type ObjectIdentity,
  objectReference,
  responseStatus,
} from './event/event-fields.js'
import type { MicroTimes } from './event/micro-times.js'
import { sourceIPs, userAgentOf } from './event/source-ips.js'
import type { EventLog } from './log/audit-queue.js'
import type { RequestAuditConfig } from './policy/compiled-policy.js'

export interface AuditContextDependencies {
  readonly log: EventLog
  readonly times: MicroTimes
  /** The decision for requests that are not authorized; undefined if there are none. */
  readonly defaultDecision: Decision | undefined
}

type ResponseFields = Pick<AuditEvent, 'impersonatedUser' | 'responseStatus' | 'annotations'>

/** Maximum annotations per request. */
const MAX_ANNOTATIONS = 1000

/** The user of a request that failed authentication. */
export const UNKNOWN_USER: User = { name: '', groups: [], extra: {} }

/** Collects the data of one request, and logs an event at each stage of the policy. */
export class AuditContext implements AuditRecorder {
  readonly #context: RequestContext
  readonly #user: User
  readonly #config: RequestAuditConfig
  readonly #dependencies: AuditContextDependencies
  readonly #level: Level
  /** Read early: a closed connection has no peer address. */
  readonly #sourceIPs: readonly string[] | undefined
  readonly #receivedTimestamp: string
  #identity: ObjectIdentity | undefined
  #bodies = NO_BODIES
  /** Whether a body was omitted because of its size. */
  #isCut = false
  #annotations: Map<string, string> | undefined

  /** `user` is the authenticated user, even with impersonation. */
  constructor(
    context: RequestContext,
    user: User,
    config: RequestAuditConfig,
    dependencies: AuditContextDependencies,
  ) {
    this.#context = context
    this.#user = user
    this.#config = config
    this.#dependencies = dependencies
    const isWithoutBodies = config.level === 'Metadata' || isConfidential(context.attributes.resource)
    this.#level = isWithoutBodies ? 'Metadata' : config.level
    this.#sourceIPs = sourceIPs(context.request.headers, context.peer.remoteAddress)
    this.#receivedTimestamp = dependencies.times.write(context.arrivedAt)
  }

  get wantsResponseObject(): boolean {
    return this.#level === 'RequestResponse'
  }

  onRequest({ value, kind, json }: DecodedBody): void {
    this.#identity = identityOf(value)
    if (this.#level === 'Metadata' || isConfidentialBody(value, kind)) return
    this.#keep('requestObject', recordedBody(value, json, this.#config.omitManagedFields))
  }

  #onResponse({ name, json }: ResponseObject): void {
    // The server may have generated the name.
    if (name !== undefined && this.#identity?.name === '') this.#identity = { ...this.#identity, name }
    if (!this.wantsResponseObject) return
    this.#keep('responseObject', recordedResponse(json, this.#config.omitManagedFields))
  }

  #keep(field: keyof EventBodies, json: string | undefined): void {
    if (json === undefined) this.#isCut = true
    else this.#bodies = { ...this.#bodies, [field]: json }
  }

  annotate(key: string, value: string): void {
    this.#annotations ??= new Map()
    if (this.#annotations.size < MAX_ANNOTATIONS) this.#annotations.set(key, value)
  }

  /** The request was received and will be handled. */
  begin(): void {
    if (!this.#config.stages.RequestReceived) return
    this.#log(this.#event('RequestReceived', this.#receivedTimestamp), NO_BODIES)
  }

  onStream(): void {
    if (this.#config.stages.ResponseStarted) this.#logResponse('ResponseStarted', performance.now())
  }

  /** The response was sent, or the client is gone. */
  end(): void {
    const { responseObject } = this.#context
    if (responseObject !== undefined) this.#onResponse(responseObject)
    const stage = this.#context.fault === undefined ? 'ResponseComplete' : 'Panic'
    if (this.#config.stages[stage]) this.#logResponse(stage, this.#context.respondedAt)
  }

  #logResponse(stage: Stage, time: number): void {
    const { decision } = this.#context
    const isTruncated = this.#isTruncated()
    const { defaultDecision, times } = this.#dependencies
    const applied = this.#user === UNKNOWN_USER ? decision : (decision ?? defaultDecision)
    const event = this.#event(stage, times.write(time), {
      impersonatedUser: this.#impersonatedUser(),
      responseStatus: this.#responseStatus(),
      annotations: annotationsOf(applied, isTruncated, this.#annotations),
    })
    this.#log(event, isTruncated ? NO_BODIES : this.#bodies)
  }

  #log(event: AuditEvent, bodies: EventBodies): void {
    this.#dependencies.log.append(eventLine(event, bodies))
  }

  /** `response` is set for the stages after the response. The field order is that of Kubernetes. */
  #event(stage: Stage, stageTimestamp: string, response?: ResponseFields): AuditEvent {
    const { request, attributes, auditId } = this.#context
    const { verb, resource } = attributes
    return {
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: this.#level,
      auditID: auditId,
      stage,
      requestURI: request.url ?? '/',
      verb,
      user: auditUser(this.#user),
      impersonatedUser: response?.impersonatedUser,
      sourceIPs: this.#sourceIPs,
      userAgent: userAgentOf(request.headers),
      objectRef: resource && objectReference(resource, this.#identity),
      responseStatus: response?.responseStatus,
      requestReceivedTimestamp: this.#receivedTimestamp,
      stageTimestamp,
      annotations: response?.annotations,
    }
  }

  #impersonatedUser() {
    const { user } = this.#context
    const isImpersonated = user !== this.#user && this.#user !== UNKNOWN_USER
    return isImpersonated ? auditUser(user) : undefined
  }

  #responseStatus(): Partial<Status> {
    const { code, status, attributes } = this.#context
    if (status === undefined) return code === 0 ? ABANDONED : responseStatus(code, undefined)
    if (code === 401) return responseStatus(code, { ...status, message: attemptOf(this.#context) })
    return responseStatus(code, isConfidential(attributes.resource) ? redactedStatus(status) : status)
  }

  /** Whether bodies are omitted because of their size. */
  #isTruncated(): boolean {
    const { requestObject = '', responseObject = '' } = this.#bodies
    return this.#isCut || requestObject.length + responseObject.length > MAX_RECORDED_BYTES
  }
}

const ABANDONED: Partial<Status> = {
  metadata: {},
  status: 'Failure',
  message: 'the client closed the connection before the response',
}

/** How the client tried to authenticate: the message of a 401 does not say. */
function attemptOf({ request }: RequestContext): string {
  const scheme = /^\s*([A-Za-z]+)\s/.exec(request.headers.authorization ?? '')?.[1]?.toLowerCase()
  return scheme === 'bearer' || scheme === 'basic'
    ? `Authentication failed, attempted: ${scheme}`
    : 'Authentication failed, no credentials provided'
}
