import { type AuditRecorder, MAX_RECORDED_BYTES } from '#http/audit-recorder.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { User } from '#meta/user.js'
import { recordedAnswer, recordedBody } from './bodies.js'
import { isConfidential, isConfidentialBody, withoutQuotes } from './confidential.js'
import { endingOf, withNotes } from './event/annotations.js'
import type { EventDetails, EventFrame } from './event/event-frame.js'
import { eventLine, member } from './event/event-line.js'
import type { MicroTimes } from './event/micro-times.js'
import { identityOf, type ObjectIdentity, objectRef } from './event/object-ref.js'
import { escaped, quoted } from './event/quote.js'
import { responseStatus } from './event/response-status.js'
import { actionMembers, userJson } from './event/user-json.js'
import type { PendingEvents, WritableRecord } from './pending-events.js'
import { ENDING, RECEIVED, type RequestShape } from './request-shape.js'
import type { Stage } from './stages.js'

/** What all records share. */
export interface AuditRecordContext {
  readonly events: PendingEvents
  readonly times: MicroTimes
  /** How events of requests end whose right to be made is not asked for. */
  readonly unaskedEnding: string
}

/** What a request holds and what is told of it, beyond its head and the code of its answer. */
interface Content {
  readonly told: ObjectIdentity | undefined
  /** As JSON; empty where they are not recorded. */
  readonly body: string
  readonly answer: string
  /** Whether one of them is left out because it is too large. */
  readonly isCut: boolean
  /** By key, as JSON. */
  readonly notes: Map<string, string> | undefined
}

/** Most requests read: there is nothing more to be told of them. */
const NOTHING: Content = { told: undefined, body: '', answer: '', isCut: false, notes: undefined }

/** Collects what is known of one request, and writes it down at the stages that the policy names. */
export class RequestRecord implements AuditRecorder, WritableRecord, EventDetails {
  readonly #context: RequestContext
  readonly #shape: RequestShape
  readonly #parts: AuditRecordContext
  /** When the answer began, where it is a stream. Not a number before: each record would need memory for it. */
  #startedAt: number | undefined
  /** When the request was answered; 0 before. */
  #answeredAt = 0
  #content = NOTHING

  constructor(context: RequestContext, shape: RequestShape, parts: AuditRecordContext) {
    this.#context = context
    this.#shape = shape
    this.#parts = parts
  }

  get wantsAnswer(): boolean {
    return this.#shape.level === 'RequestResponse'
  }

  onBody(value: unknown, kind: string | undefined, json: Buffer | undefined): void {
    const told = identityOf(value)
    if (told !== undefined) this.#keep({ told })
    if (this.#shape.level === 'Metadata' || isConfidentialBody(value, kind)) return
    const body = recordedBody(value, json, this.#shape.recording.omitManagedFields)
    this.#keep(body === undefined ? { isCut: true } : { body })
  }

  onAnswer(json: () => string | Buffer | undefined, name?: string): void {
    const { told } = this.#content
    // An object that was named by the server.
    if (name !== undefined && told?.name === '') this.#keep({ told: { ...told, name } })
    if (!this.wantsAnswer) return
    const answer = recordedAnswer(json(), this.#shape.recording.omitManagedFields)
    this.#keep(answer === undefined ? { isCut: true } : { answer })
  }

  annotate(key: string, value: string): void {
    const { notes = new Map<string, string>() } = this.#content
    if (notes.size < MAX_NOTES) notes.set(key, quoted(value))
    this.#keep({ notes })
  }

  #keep(content: Partial<Content>): void {
    this.#content = { ...this.#content, ...content }
  }

  /** The request is received, and will be handled. */
  begin(): void {
    if (this.#shape.recording.stages.RequestReceived) this.#parts.events.add(this, 'RequestReceived')
  }

  onStream(): void {
    this.#startedAt = performance.now()
    if (this.#shape.recording.stages.ResponseStarted) this.#parts.events.add(this, 'ResponseStarted')
  }

  /** The request is answered, or will never be. */
  end(): void {
    const { stages } = this.#shape.recording
    this.#answeredAt = this.#context.answeredAt
    if (this.#context.fault === undefined) {
      if (stages.ResponseComplete) this.#parts.events.add(this, 'ResponseComplete')
    } else if (stages.Panic) this.#parts.events.add(this, 'Panic')
  }

  get isAscii(): boolean {
    return this.#content.body === '' && this.#content.answer === ''
  }

  get idNumber(): number {
    return this.#context.auditNumber
  }

  get objectName(): string {
    return this.#shape.nameFor(this.#context)
  }

  get receivedAt(): number {
    return this.#context.arrivedAt
  }

  get answeredAt(): number {
    return this.#answeredAt
  }

  event(stage: Stage): string | Uint8Array {
    if (stage === 'RequestReceived') return this.#framed(this.#shape.received)
    const ending = this.#ending()
    if (stage === 'ResponseComplete' && this.#isPlain()) {
      return this.#framed(this.#shape.answered(this.#context.code, ending))
    }
    const { times } = this.#parts
    const received = times.write(this.receivedAt)
    const reachedAt = stage === 'ResponseStarted' ? this.#startedAt : this.answeredAt
    const end = withNotes(ending, this.#content.notes)
    return eventLine(
      this.#shape.level,
      stage,
      this.#id(),
      this.#members(),
      received,
      times.write(reachedAt as number),
      end,
    )
  }

  bothEvents(): Uint8Array | undefined {
    if (!this.#isPlain()) return undefined
    return this.#bytes(this.#shape.both(this.#context.code, this.#ending()))
  }

  #framed(frame: EventFrame): string | Uint8Array {
    const bytes = this.#bytes(frame)
    if (bytes !== undefined) return bytes
    const { times } = this.#parts
    const received = times.write(this.receivedAt)
    const answered = times.write(this.answeredAt)
    return frame.lines({ id: this.#id(), objectName: this.objectName, received, answered })
  }

  #bytes(frame: EventFrame): Uint8Array | undefined {
    // A client may name its requests as it likes.
    return this.#context.isNamedByClient ? undefined : frame.bytes(this, this.#parts.times)
  }

  /** The name of the request, as it stands in JSON. */
  #id(): string {
    const { isNamedByClient, auditId } = this.#context
    return isNamedByClient ? escaped(auditId) : auditId
  }

  /** The members between the stage and the times of an event that tells more than those of like requests do. */
  #members(): string {
    const { request, attributes } = this.#context
    const { isPlain, user, sender } = this.#shape
    const { url = '/' } = request
    const { verb, resource } = attributes
    const about = resource === undefined ? '' : objectRef(resource, this.#content.told, isPlain)
    return `${isPlain ? url : escaped(url)}${actionMembers(user, verb)}${this.#acting()}${sender}${about}${this.#outcome()}`
  }

  /** Whether nothing is to be told of the request but what its head says, and nothing of its answer but the code. */
  #isPlain(): boolean {
    const { code, status, user } = this.#context
    return this.#content === NOTHING && status === undefined && code !== 0 && user === this.#shape.user
  }

  #acting(): string {
    const { user } = this.#context
    const isActing = user !== this.#shape.user && this.#shape.user !== UNKNOWN
    return isActing ? member('impersonatedUser', userJson(user)) : ''
  }

  /** How the request was answered, and the bodies, up to when it was received. */
  #outcome(): string {
    const told = `,"responseStatus":${this.#status()}`
    if (this.#shape.level === 'Metadata' || this.#isTruncated()) return told + RECEIVED
    const { body, answer } = this.#content
    return told + member('requestObject', body) + member('responseObject', answer) + RECEIVED
  }

  /** What stands behind the time of an event. */
  #ending(): string {
    const { decision } = this.#context
    const isTruncated = this.#isTruncated()
    if (decision !== undefined || isTruncated) return endingOf(decision, isTruncated)
    return this.#shape.user === UNKNOWN ? ENDING : this.#parts.unaskedEnding
  }

  #status(): string {
    const { code, status } = this.#context
    if (status === undefined) return code === 0 ? ABANDONED : responseStatus(code, undefined)
    if (code === 401) return responseStatus(code, { ...status, message: attemptOf(this.#context) })
    return responseStatus(
      code,
      isConfidential(this.#context.attributes.resource) ? withoutQuotes(status) : status,
    )
  }

  /** Whether bodies are left out, because one of them or both together are too large. */
  #isTruncated(): boolean {
    const { isCut, body, answer } = this.#content
    return isCut || body.length + answer.length > MAX_RECORDED_BYTES
  }
}

/** More annotations of one request are left out. */
const MAX_NOTES = 1000

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
