import { LARGEST_RECORDED, type Recorder } from '../../http/recorder.js'
import type { RequestContext } from '../../http/request-context.js'
import type { User } from '../../meta/user.js'
import { recordedAnswer, recordedBody } from './bodies.js'
import { isConfidential, isConfidentialBody, withoutQuotes } from './confidential.js'
import { endingOf, withNotes } from './event/annotations.js'
import { EventFrame } from './event/event-frame.js'
import { member } from './event/event-line.js'
import type { MicroTimes } from './event/micro-times.js'
import { identityOf, type ObjectIdentity } from './event/object-ref.js'
import { escaped, quoted } from './event/quote.js'
import { responseStatus } from './event/response-status.js'
import { userJson } from './event/user-json.js'
import type { EncodedEvent } from './log/event-log.js'
import type { PendingEvents, WritableRecord } from './pending-events.js'
import { ENDING, RECEIVED, type RequestShape } from './request-shape.js'
import type { Stage } from './stages.js'

/** What all records share. */
export interface RecordParts {
  readonly events: PendingEvents
  readonly times: MicroTimes
  /** How events of requests end whose right to be made is not asked for. */
  readonly unaskedEnding: string
}

/** Collects what is known of one request, and writes it down at the stages that the policy names. */
export class RequestRecord implements Recorder, WritableRecord {
  readonly #context: RequestContext
  readonly #shape: RequestShape
  readonly #parts: RecordParts
  #told: ObjectIdentity | undefined
  #body = ''
  #answer = ''
  #isCut = false
  /** By key, as JSON; undefined when nothing was noted. */
  #notes: Map<string, string> | undefined

  constructor(context: RequestContext, shape: RequestShape, parts: RecordParts) {
    this.#context = context
    this.#shape = shape
    this.#parts = parts
  }

  get wantsAnswer(): boolean {
    return this.#shape.level === 'RequestResponse'
  }

  onBody(value: unknown, kind: string | undefined, json: Buffer | undefined): void {
    this.#told = identityOf(value)
    if (this.#shape.level === 'Metadata' || isConfidentialBody(value, kind)) return
    const body = recordedBody(value, json, this.#shape.recording.omitManagedFields)
    if (body === undefined) this.#isCut = true
    else this.#body = body
  }

  onAnswer(json: () => string | Buffer | undefined, name?: string): void {
    // An object that was named by the server.
    if (name !== undefined && this.#told?.name === '') this.#told = { ...this.#told, name }
    if (!this.wantsAnswer) return
    const answer = recordedAnswer(json(), this.#shape.recording.omitManagedFields)
    if (answer === undefined) this.#isCut = true
    else this.#answer = answer
  }

  annotate(key: string, value: string): void {
    this.#notes ??= new Map()
    if (this.#notes.size < MOST_NOTES) this.#notes.set(key, quoted(value))
  }

  onStream(): void {
    this.write('ResponseStarted')
  }

  /** The request is answered, or will never be. */
  end(): void {
    this.write(this.#context.fault === undefined ? 'ResponseComplete' : 'Panic')
  }

  write(stage: Stage): void {
    if (!this.#shape.recording.stages[stage]) return
    const time = stage === 'RequestReceived' ? this.#context.arrivedAt : performance.now()
    this.#parts.events.add(this, stage, time)
  }

  get isAscii(): boolean {
    return this.#body === '' && this.#answer === ''
  }

  event(stage: Stage, time: number): string | EncodedEvent {
    const frame = this.#frame(stage)
    const { times } = this.#parts
    const { arrivedAt, request } = this.#context
    // A client may name its requests as it likes.
    if (request.headers['audit-id'] !== undefined) {
      return frame.line(escaped(this.#context.auditId), times.write(arrivedAt), times.write(time))
    }
    return (
      frame.encoded(this.#context.auditNumber, times, arrivedAt, time) ??
      frame.line(this.#context.auditId, times.write(arrivedAt), times.write(time))
    )
  }

  #frame(stage: Stage): EventFrame {
    const shape = this.#shape
    if (stage === 'RequestReceived') return shape.received
    const ending = this.#ending()
    if (stage === 'ResponseComplete' && this.#isPlain) return shape.answered(this.#context.code, ending)
    const members = shape.members(this.#acting(), this.#told, this.#outcome())
    return new EventFrame(shape.level, stage, members, withNotes(ending, this.#notes))
  }

  /** Whether nothing is to be told of the request but what its head says, and nothing of its answer but the code. */
  get #isPlain(): boolean {
    const { code, status, user } = this.#context
    return (
      status === undefined &&
      code !== 0 &&
      user === this.#shape.user &&
      this.#told === undefined &&
      this.#notes === undefined &&
      this.isAscii &&
      !this.#isCut
    )
  }

  #acting(): string {
    const { user } = this.#context
    const isActing = user !== this.#shape.user && this.#shape.user !== UNKNOWN
    return isActing ? member('impersonatedUser', userJson(user)) : ''
  }

  /** How the request was answered, and the bodies, up to when it was received. */
  #outcome(): string {
    const told = `,"responseStatus":${this.#status()}`
    if (this.#shape.level === 'Metadata' || this.#isTruncated) return told + RECEIVED
    return told + member('requestObject', this.#body) + member('responseObject', this.#answer) + RECEIVED
  }

  /** What stands behind the time of an event. */
  #ending(): string {
    const { decision } = this.#context
    const isTruncated = this.#isTruncated
    if (decision !== undefined || isTruncated) return endingOf(decision, isTruncated)
    return this.#shape.user === UNKNOWN ? ENDING : this.#parts.unaskedEnding
  }

  #status(): string {
    const { code, status } = this.#context
    if (status === undefined) return code === 0 ? ABANDONED : responseStatus(code, undefined)
    if (code === 401) return responseStatus(code, { ...status, message: attemptOf(this.#context) })
    return responseStatus(
      code,
      isConfidential(this.#shape.attributes.resource) ? withoutQuotes(status) : status,
    )
  }

  /** Whether bodies are left out, because one of them or both together are too large. */
  get #isTruncated(): boolean {
    return this.#isCut || this.#body.length + this.#answer.length > LARGEST_RECORDED
  }
}

/** More annotations of one request are left out. */
const MOST_NOTES = 1000

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
