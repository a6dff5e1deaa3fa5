import type { RequestAttributes } from '../../http/request-attributes.js'
import type { RequestContext } from '../../http/request-context.js'
import type { User } from '../../meta/user.js'
import { isConfidential } from './confidential.js'
import { EventFrame } from './event/event-frame.js'
import { type ObjectIdentity, objectRef } from './event/object-ref.js'
import { escaped, isPlainUrl } from './event/quote.js'
import { responseStatus } from './event/response-status.js'
import { senderJson } from './event/sender-json.js'
import { actionMembers } from './event/user-json.js'
import type { Level, Recording } from './stages.js'

/** What stands before the time at which a request was received. */
export const RECEIVED = ',"requestReceivedTimestamp":"'
/** How an event ends that has nothing behind the time of its stage. */
export const ENDING = 'Z"}\n'

/**
 * What the records of equal requests have in common: how they are recorded, where the request leads, who sends it and what it is
 * about.
 */
export class RequestShape {
  /** The policy that says how the request is recorded. */
  readonly policy: object
  readonly recording: Recording
  /** How much is recorded of the request. */
  readonly level: Level
  readonly attributes: RequestAttributes
  /** Who has proven to send the request, also where another user is acted for. */
  readonly user: User
  readonly url: string
  readonly method: string | undefined
  /** What serves the path, and decides what the path is about; undefined where the path leads to no resource of this server. */
  readonly store: object | undefined
  /** Where the request has come from, as members of an event. */
  readonly sender: string
  /** Whether what was read from the path stands in JSON as it is. */
  readonly #isPlain: boolean
  #received: EventFrame | undefined
  #answered: EventFrame | undefined
  #answeredCode = 0
  #answeredEnding = ''

  constructor(
    { attributes, request, target, peer }: RequestContext,
    user: User,
    recording: Recording,
    policy: object,
  ) {
    this.policy = policy
    this.recording = recording
    const hasBodies = recording.level !== 'Metadata' && !isConfidential(attributes.resource)
    this.level = hasBodies ? recording.level : 'Metadata'
    this.attributes = attributes
    this.user = user
    this.url = request.url ?? '/'
    this.method = request.method
    this.store = target?.store
    this.#isPlain = isPlainUrl(this.url, request.hasPrintableUrl)
    // The peer of a connection that is closed is not known any more.
    this.sender = recording.level === 'None' ? '' : senderJson(request, peer)
  }

  /** The event of a request that was received. */
  get received(): EventFrame {
    this.#received ??= new EventFrame(
      this.level,
      'RequestReceived',
      this.members('', undefined, RECEIVED),
      ENDING,
    )
    return this.#received
  }

  /** The event of a request that was answered, of whose answer nothing but the code is told. The last one is remembered. */
  answered(code: number, ending: string): EventFrame {
    if (this.#answered === undefined || this.#answeredCode !== code || this.#answeredEnding !== ending) {
      const outcome = plainOutcome(code)
      this.#answered = new EventFrame(
        this.level,
        'ResponseComplete',
        this.members('', undefined, outcome),
        ending,
      )
      this.#answeredCode = code
      this.#answeredEnding = ending
    }
    return this.#answered
  }

  /** The members of an event from the path of the request on, with what the body tells of the object. */
  members(acting: string, told: ObjectIdentity | undefined, outcome: string): string {
    const { verb, resource } = this.attributes
    const url = this.#isPlain ? this.url : escaped(this.url)
    const about = resource === undefined ? '' : objectRef(resource, told, this.#isPlain)
    return `${url}${actionMembers(this.user, verb)}${acting}${this.sender}${about}${outcome}`
  }
}

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
