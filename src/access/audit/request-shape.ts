import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { ResourceAttributes } from '#http/request/resource-path.js'
import type { User } from '#meta/user.js'
import { isConfidential } from './confidential.js'
import { EventFrame, type NamedMembers } from './event/event-frame.js'
import { aroundName, objectRef } from './event/object-ref.js'
import { escaped, isPlain, isPlainUrl } from './event/quote.js'
import { responseStatus } from './event/response-status.js'
import { senderJson } from './event/sender-json.js'
import { actionMembers } from './event/user-json.js'
import type { CompiledPolicy } from './policy/compiled-policy.js'
import type { Level, Recording } from './stages.js'

/** What stands before the time at which a request was received. */
export const RECEIVED = ',"requestReceivedTimestamp":"'
/** How an event ends that has nothing behind the time of its stage. */
export const ENDING = 'Z"}\n'

/**
 * What the records of like requests have in common: how they are recorded, where the request leads, who sends it and what it is
 * about. Like requests are about objects in one place, whatever their names; or they are to one URL.
 */
export class RequestShape {
  readonly recording: Recording
  /** How much is recorded of the request. */
  readonly level: Level
  /** Who has proven to send the request, also where another user is acted for. */
  readonly user: User
  /** Where the request has come from, as members of an event. */
  readonly sender: string
  /** Whether the URL, and all that is read from it, stands in JSON as it is. */
  readonly isPlain: boolean
  readonly #policy: CompiledPolicy
  readonly #attributes: RequestAttributes
  readonly #method: string | undefined
  /** What serves the path, and decides what the path is about; undefined where the path leads to no resource of this server. */
  readonly #store: object | undefined
  /** The URL up to the name of the object; all of it where the shape is that of one URL. */
  readonly #place: string
  readonly #isOfAnyName: boolean
  /** The URL of the last request of this shape: mostly the next one leads to the same. */
  #url: string
  #received: EventFrame | undefined
  /** The outcome that was last asked for. */
  #outcome: Outcome | undefined

  constructor(context: RequestContext, user: User, recording: Recording, policy: CompiledPolicy) {
    const { attributes, request, target, peer } = context
    const { url = '/' } = request
    this.recording = recording
    const hasBodies = recording.level !== 'Metadata' && !isConfidential(attributes.resource)
    this.level = hasBodies ? recording.level : 'Metadata'
    this.user = user
    // The peer of a connection that is closed is not known any more.
    this.sender = recording.level === 'None' ? '' : senderJson(request, peer)
    this.isPlain = isPlainUrl(url, request.hasPrintableUrl)
    this.#policy = policy
    this.#attributes = attributes
    this.#method = request.method
    this.#store = target?.store
    const nameAt = target === undefined || !this.isPlain ? -1 : nameIn(url, attributes.resource)
    this.#isOfAnyName = nameAt > 0 && !policy.asksForNames(attributes)
    this.#place = this.#isOfAnyName ? url.slice(0, nameAt) : url
    this.#url = url
  }

  /** Whether a request of that sender has this shape. */
  isOf({ request, user, target }: RequestContext, policy: CompiledPolicy): boolean {
    return (
      this.user === user &&
      this.#store === target?.store &&
      this.#method === request.method &&
      this.#policy === policy &&
      this.#leadsTo(request.url ?? '/', target?.name)
    )
  }

  #leadsTo(url: string, name: string | undefined): boolean {
    if (url === this.#url) return true
    if (!this.#isOfAnyName || name === undefined) return false
    const isThere = url.length === this.#place.length + name.length && url.startsWith(this.#place)
    if (!isThere || !isPlain(name)) return false
    this.#url = url
    return true
  }

  /** What the frames of a request leave out: the name of its object. Empty for a shape of one URL. */
  nameFor({ target }: RequestContext): string {
    return this.#isOfAnyName ? (target?.name ?? '') : ''
  }

  /** The event of a request that was received. */
  get received(): EventFrame {
    this.#received ??= EventFrame.of(this.level, 'RequestReceived', this.#members(RECEIVED), ENDING)
    return this.#received
  }

  /** The event of a request that was answered, of whose answer nothing but the code is told. */
  answered(code: number, ending: string): EventFrame {
    return this.#outcomeOf(code, ending).answered
  }

  /** The event of a request that was received, and that of its answer after it. */
  both(code: number, ending: string): EventFrame {
    return this.#outcomeOf(code, ending).both
  }

  #outcomeOf(code: number, ending: string): Outcome {
    let outcome = this.#outcome
    if (outcome === undefined || outcome.code !== code || outcome.ending !== ending) {
      const members = this.#members(plainOutcome(code))
      const answered = EventFrame.of(this.level, 'ResponseComplete', members, ending)
      outcome = { code, ending, answered, both: this.received.followedBy(answered) }
      this.#outcome = outcome
    }
    return outcome
  }

  #members(outcome: string): NamedMembers {
    const { verb, resource } = this.#attributes
    const action = actionMembers(this.user, verb) + this.sender
    const about = resource === undefined ? '' : objectRef(resource, undefined, this.isPlain)
    if (!this.#isOfAnyName) {
      const url = this.isPlain ? this.#place : escaped(this.#place)
      return { before: url + action + about + outcome, between: '', behind: '' }
    }
    const [before, behind] = aroundName(about, resource?.name ?? '')
    return { before: this.#place, between: action + before, behind: behind + outcome }
  }
}

/** How requests were answered, and their events. */
interface Outcome {
  readonly code: number
  /** What stands behind the time of the answer. */
  readonly ending: string
  readonly answered: EventFrame
  readonly both: EventFrame
}

/**
 * Where the name of an object begins in a URL that ends with it; negative where it does not, or where the name also stands
 * elsewhere. The URL is plain.
 */
function nameIn(url: string, resource: ResourceAttributes | undefined): number {
  const name = resource?.name
  if (!name || resource?.subresource !== undefined || resource?.namespace === name) return -1
  return !url.includes('?') && url.endsWith(`/${name}`) ? url.length - name.length : -1
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
