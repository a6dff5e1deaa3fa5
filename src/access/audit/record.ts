import { LARGEST_RECORDED, type Recorder } from '../../http/recorder.js'
import type { RequestAttributes } from '../../http/request-attributes.js'
import type { RequestContext } from '../../http/request-context.js'
import type { User } from '../../meta/user.js'
import { recordedAnswer, recordedBody } from './bodies.js'
import { isConfidential, isConfidentialBody, withoutQuotes } from './confidential.js'
import { annotations } from './event/annotations.js'
import { eventLine } from './event/event-line.js'
import type { MicroTimes } from './event/micro-times.js'
import { identityOf, type ObjectIdentity, objectRef } from './event/object-ref.js'
import { quoted } from './event/quote.js'
import { responseStatus } from './event/response-status.js'
import { sourceIPs } from './event/source-ips.js'
import { userAgent } from './event/user-agent.js'
import { userJson } from './event/user-json.js'
import type { Level, Recording, Stage } from './stages.js'

/** Takes events, each a line of JSON. */
export interface EventLog {
  append(line: string): void
}

/** What all records share. */
export interface RecordParts {
  readonly log: EventLog
  readonly times: MicroTimes
  /** Milliseconds since 1970. */
  now(): number
  /** What is told of requests whose right to be made is not asked for; empty for nothing. */
  readonly unaskedAnnotations: string
}

/** Collects what is known of one request, and writes it down at the stages that the policy names. */
export class RequestRecord implements Recorder {
  readonly #context: RequestContext
  readonly #recording: Recording
  readonly #parts: RecordParts
  readonly #attributes: RequestAttributes
  /** Who has proven to send the request, whoever is acted for. */
  readonly #user: User
  readonly #level: Level
  /** In milliseconds since 1970, and as it is written. */
  readonly #receivedAt: number
  readonly #received: string
  readonly #source: string
  #told: ObjectIdentity | undefined
  #body = ''
  #answer = ''
  #isCut = false

  constructor(context: RequestContext, user: User, recording: Recording, parts: RecordParts) {
    const { attributes } = context
    this.#context = context
    this.#user = user
    this.#recording = recording
    this.#parts = parts
    this.#attributes = attributes
    const hasBodies = recording.level !== 'Metadata' && !isConfidential(attributes.resource)
    this.#level = hasBodies ? recording.level : 'Metadata'
    this.#receivedAt = parts.now() - (performance.now() - context.arrivedAt)
    this.#received = parts.times.write(this.#receivedAt)
    this.#source = sourceIPs(context.request.headers, context.peer)
  }

  get wantsAnswer(): boolean {
    return this.#level === 'RequestResponse'
  }

  onBody(value: unknown, kind: string | undefined, json: Buffer | undefined): void {
    this.#told = identityOf(value)
    if (this.#level === 'Metadata' || isConfidentialBody(value, kind)) return
    const body = recordedBody(value, json, this.#recording.omitManagedFields)
    if (body === undefined) this.#isCut = true
    else this.#body = body
  }

  onAnswer(json: () => string | Buffer | undefined, name?: string): void {
    // An object that was named by the server.
    if (name !== undefined && this.#told?.name === '') this.#told = { ...this.#told, name }
    if (!this.wantsAnswer) return
    const answer = recordedAnswer(json(), this.#recording.omitManagedFields)
    if (answer === undefined) this.#isCut = true
    else this.#answer = answer
  }

  onStream(): void {
    this.write('ResponseStarted')
  }

  /** The request is answered, or will never be. */
  end(): void {
    this.write(this.#context.fault === undefined ? 'ResponseComplete' : 'Panic')
  }

  write(stage: Stage): void {
    if (!this.#recording.stages[stage]) return
    const { times, log } = this.#parts
    const { request, user, auditId, arrivedAt } = this.#context
    const { verb, resource } = this.#attributes
    const isEnd = stage !== 'RequestReceived'
    const isCut = isEnd && (this.#isCut || this.#body.length + this.#answer.length > LARGEST_RECORDED)
    const hasBodies = isEnd && !isCut
    log.append(
      eventLine({
        level: this.#level,
        auditId: quoted(auditId),
        stage,
        requestUri: quoted(request.url ?? '/'),
        verb: quoted(verb),
        user: userJson(this.#user),
        impersonatedUser: user === this.#user || this.#user === UNKNOWN ? '' : userJson(user),
        sourceIPs: this.#source,
        userAgent: userAgent(request.headers['user-agent']),
        objectRef: resource === undefined ? '' : objectRef(resource, this.#told),
        responseStatus: isEnd ? this.#status() : '',
        requestObject: hasBodies ? this.#body : '',
        responseObject: hasBodies ? this.#answer : '',
        received: this.#received,
        time: times.write(this.#receivedAt + performance.now() - arrivedAt),
        annotations: isEnd ? this.#annotations(isCut) : '',
      }),
    )
  }

  #status(): string {
    const { code, status } = this.#context
    if (status === undefined) return code === 0 ? ABANDONED : responseStatus(code, undefined)
    if (code === 401) return responseStatus(code, { ...status, message: attemptOf(this.#context) })
    return responseStatus(code, isConfidential(this.#attributes.resource) ? withoutQuotes(status) : status)
  }

  #annotations(isCut: boolean): string {
    const { decision } = this.#context
    if (decision === undefined && !isCut) return this.#user === UNKNOWN ? '' : this.#parts.unaskedAnnotations
    return annotations(decision, isCut)
  }
}

/** Who has sent a request that was rejected before that was found out. */
export const UNKNOWN: User = { name: '', groups: [], extra: {} }

const ABANDONED =
  '{"metadata":{},"status":"Failure","message":"the client closed the connection before it was answered"}'

/** By what a sender has tried to be known, in place of words that tell nothing. */
function attemptOf({ request }: RequestContext): string {
  const scheme = /^\s*([A-Za-z]+)\s/.exec(request.headers.authorization ?? '')?.[1]?.toLowerCase()
  return scheme === 'bearer' || scheme === 'basic'
    ? `Authentication failed, attempted: ${scheme}`
    : 'Authentication failed, no credentials provided'
}
