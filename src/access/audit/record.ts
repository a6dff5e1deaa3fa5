import { LARGEST_RECORDED, type Recorder } from '../../http/recorder.js'
import type { RequestAttributes } from '../../http/request-attributes.js'
import type { RequestContext } from '../../http/request-context.js'
import type { User } from '../../meta/user.js'
import { recordedAnswer, recordedBody } from './bodies.js'
import { isConfidential, isConfidentialBody, withoutQuotes } from './confidential.js'
import { endingOf, withNotes } from './event/annotations.js'
import { BEGINNINGS, member, STAGE_MEMBERS } from './event/event-line.js'
import type { MicroTimes } from './event/micro-times.js'
import { identityOf, type ObjectIdentity, objectRef } from './event/object-ref.js'
import { escaped, isPlainUrl, quoted } from './event/quote.js'
import { responseStatus } from './event/response-status.js'
import { senderJson } from './event/sender-json.js'
import { actionMembers, userJson } from './event/user-json.js'
import type { PendingEvents, WritableRecord } from './pending-events.js'
import type { Level, Recording, Stage } from './stages.js'

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
  readonly #recording: Recording
  readonly #parts: RecordParts
  readonly #attributes: RequestAttributes
  /** Who has proven to send the request, also where another user is acted for. */
  readonly #user: User
  readonly #level: Level
  readonly #sender: string
  /** What else the events of the request have in common: its name, where it leads, who sends it, what it is about and when it came. */
  #id = ''
  #request = ''
  #about = ''
  #received = ''
  /** Whether what was read from the path stands in JSON as it is. */
  #isPlain = false
  #told: ObjectIdentity | undefined
  #body = ''
  #answer = ''
  #isCut = false
  /** By key, as JSON; undefined when nothing was noted. */
  #notes: Map<string, string> | undefined

  constructor(context: RequestContext, user: User, recording: Recording, parts: RecordParts) {
    const { attributes, request } = context
    this.#context = context
    this.#user = user
    this.#recording = recording
    this.#parts = parts
    this.#attributes = attributes
    const hasBodies = recording.level !== 'Metadata' && !isConfidential(attributes.resource)
    this.#level = hasBodies ? recording.level : 'Metadata'
    // The peer of a connection that is closed is not known any more.
    this.#sender = senderJson(request, context.peer)
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
    if (!this.#recording.stages[stage]) return
    const time = stage === 'RequestReceived' ? this.#context.arrivedAt : performance.now()
    this.#parts.events.add(this, stage, time)
  }

  get isAscii(): boolean {
    return this.#body === '' && this.#answer === ''
  }

  line(stage: Stage, time: number): string {
    if (this.#request === '') this.#writeCommon()
    const isFirst = stage === 'RequestReceived'
    const about = isFirst || this.#told === undefined ? this.#about : this.#aboutObject(this.#told)
    const acting = isFirst ? '' : this.#acting()
    const outcome = isFirst ? RECEIVED : this.#outcome()
    const ending = isFirst ? ENDING : withNotes(this.#ending(), this.#notes)
    const at = isFirst ? this.#received : this.#parts.times.write(time)
    return `${BEGINNINGS[this.#level]}${this.#id}${STAGE_MEMBERS[stage]}${this.#request}${acting}${this.#sender}${about}${outcome}${this.#received}Z","stageTimestamp":"${at}${ending}`
  }

  #writeCommon(): void {
    const { request, auditId, arrivedAt } = this.#context
    const url = request.url ?? '/'
    this.#isPlain = isPlainUrl(url, request.hasPrintableUrl)
    this.#id = request.headers['audit-id'] === undefined ? auditId : escaped(auditId)
    this.#request = (this.#isPlain ? url : escaped(url)) + actionMembers(this.#user, this.#attributes.verb)
    this.#about = this.#aboutObject(undefined)
    this.#received = this.#parts.times.write(arrivedAt)
  }

  /** What the request is about: as its path says and, where that says too little, its body. */
  #aboutObject(told: ObjectIdentity | undefined): string {
    const { resource } = this.#attributes
    return resource === undefined ? '' : objectRef(resource, told, this.#isPlain)
  }

  #acting(): string {
    const { user } = this.#context
    const isActing = user !== this.#user && this.#user !== UNKNOWN
    return isActing ? member('impersonatedUser', userJson(user)) : ''
  }

  /** How the request was answered, and the bodies, up to when it was received. */
  #outcome(): string {
    const { code, status } = this.#context
    if (status === undefined && code !== 0 && this.#level === 'Metadata') return plainOutcome(code)
    const told = `,"responseStatus":${this.#status()}`
    if (this.#level === 'Metadata' || this.#isTruncated) return told + RECEIVED
    return told + member('requestObject', this.#body) + member('responseObject', this.#answer) + RECEIVED
  }

  /** What stands behind the time of an event. */
  #ending(): string {
    const { decision } = this.#context
    const isTruncated = this.#isTruncated
    if (decision !== undefined || isTruncated) return endingOf(decision, isTruncated)
    return this.#user === UNKNOWN ? ENDING : this.#parts.unaskedEnding
  }

  #status(): string {
    const { code, status } = this.#context
    if (status === undefined) return code === 0 ? ABANDONED : responseStatus(code, undefined)
    if (code === 401) return responseStatus(code, { ...status, message: attemptOf(this.#context) })
    return responseStatus(code, isConfidential(this.#attributes.resource) ? withoutQuotes(status) : status)
  }

  /** Whether bodies are left out, because one of them or both together are too large. */
  get #isTruncated(): boolean {
    return this.#isCut || this.#body.length + this.#answer.length > LARGEST_RECORDED
  }
}

/** More annotations of one request are left out. */
const MOST_NOTES = 1000

const RECEIVED = ',"requestReceivedTimestamp":"'
const ENDING = 'Z"}\n'

/** By code: most requests have one of a few outcomes. */
const outcomes = new Map<number, string>()

function plainOutcome(code: number): string {
  let text = outcomes.get(code)
  if (text === undefined) {
    text = `,"responseStatus":${responseStatus(code, undefined)}${RECEIVED}`
    outcomes.set(code, text)
  }
  return text
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
