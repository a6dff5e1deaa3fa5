import type { Filter } from '#http/filter.js'
import { RequestAborted } from '#http/request/body.js'
import type { HttpRequest } from '#http/request/exchange.js'
import type { RequestContext } from '#http/request/request-context.js'
import { tooOldVersion } from '#meta/api-error.js'
import { RandomChoices } from '#util/random-choices.js'
import { describeAction, type FaultAction } from './actions.js'
import { shown } from './check.js'
import { DroppedResponse, EndedWatch, SlowResponse } from './faulty-responses.js'
import { InjectedError } from './injected-error.js'
import { checkMatch, type FaultMatch, fieldsOf, fits, type RequestFields } from './match.js'

/** A fault rule of a server. */
export interface Fault {
  readonly match: FaultMatch
  readonly action: FaultAction
  /** How often the rule has acted. */
  readonly fired: number
  /** Removes the rule. Requests on which it acts already go on as they are. */
  remove(): void
  /** The call that makes the action, such as `fail(409)`. */
  toString(): string
}

/** The fault rules of a server. They act on real connections, in the order in which they were added. */
export interface Faults {
  /**
   * Adds a rule. Throws a `TypeError` that says what is wrong with it.
   *
   * @example
   * const fault = server.faults.add({ verb: 'patch', resource: 'deployments', times: 2 }, fail(409))
   * await reconcile()
   * assert.equal(fault.fired, 2)
   */
  add(match: FaultMatch, action: FaultAction): Fault
  /**
   * Removes all rules.
   *
   * @example
   * afterEach(() => server.faults.clear())
   */
  clear(): void
  /** The rules, in order. */
  readonly list: readonly Fault[]
}

/** The rules as a filter. It comes after authentication, so that rules can match users. */
export class FaultFilter implements Faults, Filter {
  readonly #seed: number
  #rules: readonly Rule[] = []
  /** Which rules acted on a request, for the journal. */
  readonly #fired = new WeakMap<RequestContext, Fault[]>()

  /** The seed of probabilities; a random one by default. */
  constructor(seed = Math.floor(Math.random() * 2 ** 32)) {
    this.#seed = seed
  }

  get list(): readonly Fault[] {
    return this.#rules
  }

  add(match: FaultMatch, action: FaultAction): Fault {
    checkMatch(match)
    checkAction(match, action)
    const rule = new Rule(match, action, this.#seed + this.#rules.length, () => {
      this.#rules = this.#rules.filter((other) => other !== rule)
    })
    this.#rules = [...this.#rules, rule]
    return rule
  }

  clear(): void {
    this.#rules = []
  }

  /** The rules that acted on a request. */
  firedOn(context: RequestContext): readonly Fault[] {
    return this.#fired.get(context) ?? []
  }

  before(context: RequestContext): void | Promise<void> {
    if (this.#rules.length === 0) return undefined
    if (!this.#needsBody(context)) return this.#act(context, undefined)
    const { onBody } = context
    context.onBody = async (body) => {
      await onBody?.(body)
      const { metadata } = (body.value ?? {}) as { readonly metadata?: { readonly name?: unknown } }
      const name = metadata?.name
      await this.#act(context, typeof name === 'string' ? name : undefined)
    }
    return undefined
  }

  /** The name of a new object is in its body. */
  #needsBody({ attributes, target }: RequestContext): boolean {
    return (
      attributes.verb === 'create' &&
      target?.name === undefined &&
      this.#rules.some(({ match }) => match.name !== undefined)
    )
  }

  #act(context: RequestContext, createdName: string | undefined): void | Promise<void> {
    const fields = fieldsOf(context, createdName)
    const taken: Rule[] = []
    for (const rule of this.#rules) {
      if (!rule.take(context, fields)) continue
      taken.push(rule)
      if (ENDS_REQUEST.has(rule.action.type)) break
    }
    if (taken.length === 0) return undefined
    this.#fired.set(context, taken)
    return applyAll(context, taken)
  }
}

/** Rules after these do not see the request. */
const ENDS_REQUEST: ReadonlySet<FaultAction['type']> = new Set(['fail', 'dropBefore'])

const ON_WATCHES: ReadonlySet<FaultAction['type']> = new Set(['cutWatch', 'expireWatch', 'duplicateEvents'])

const ACTIONS: ReadonlySet<string> = new Set<FaultAction['type']>([
  'fail',
  'delay',
  'dropBefore',
  'dropAfter',
  'cutWatch',
  'expireWatch',
  'staleReads',
  'slowBytes',
  'duplicateEvents',
])

function checkAction({ verb }: FaultMatch, action: FaultAction): void {
  const type: unknown = (action as FaultAction | undefined)?.type
  if (typeof type !== 'string' || !ACTIONS.has(type))
    throw new TypeError(`expected an action such as fail(409) or delay('1s'), got ${shown(action)}`)
  if (verb === undefined) return
  const verbs = new Set(typeof verb === 'string' ? [verb] : verb)
  if (ON_WATCHES.has(action.type) && !verbs.has('watch'))
    throw new TypeError(`${action.type} acts on watches, but match.verb is ${shown(verb)}`)
  if (action.type === 'staleReads' && !verbs.has('get') && !verbs.has('list'))
    throw new TypeError(`staleReads acts on get and list, but match.verb is ${shown(verb)}`)
}

class Rule implements Fault {
  readonly match: FaultMatch
  readonly action: FaultAction
  fired = 0
  readonly remove: () => void
  #calls = 0
  readonly #random: RandomChoices

  constructor(match: FaultMatch, action: FaultAction, seed: number, remove: () => void) {
    this.match = match
    this.action = action
    this.remove = remove
    this.#random = new RandomChoices(match.seed ?? seed)
  }

  toString(): string {
    return describeAction(this.action)
  }

  /** Whether the rule acts on a request. Counts the request. */
  take(context: RequestContext, fields: RequestFields): boolean {
    if (!fits(this.match, fields) || !canAct(this.action, context, fields)) return false
    this.#calls++
    const { nth, times, probability } = this.match
    if (nth !== undefined && (this.#calls < nth || this.#calls >= nth + (times ?? 1))) return false
    if (nth === undefined && times !== undefined && this.fired >= times) return false
    if (probability !== undefined && this.#random.below(SHARES) >= probability * SHARES) return false
    this.fired++
    return true
  }
}

const SHARES = 2 ** 32

/** Whether the action applies to such a request at all. */
function canAct(action: FaultAction, { query }: RequestContext, { verb }: RequestFields): boolean {
  const version = query.get('resourceVersion') ?? ''
  switch (action.type) {
    case 'cutWatch':
    case 'expireWatch':
      return verb === 'watch'
    case 'duplicateEvents':
      return verb === 'watch' && isVersion(version) && query.get('sendInitialEvents') === null
    case 'staleReads':
      if (verb === 'get') return version === '0'
      return verb === 'list' && (version === '' || version === '0') && !query.get('continue')
    default:
      return true
  }
}

const isVersion = (text: string) => /^[1-9][0-9]{0,15}$/.test(text)

async function applyAll(context: RequestContext, rules: readonly Rule[]): Promise<void> {
  for (const { action } of rules) {
    const pending = apply(context, action)
    if (pending !== undefined) await pending
  }
}

function apply(context: RequestContext, action: FaultAction): void | Promise<void> {
  const { response, query } = context
  switch (action.type) {
    case 'fail':
      throw new InjectedError(action, context.attributes)
    case 'delay':
      return wait(context, action.milliseconds)
    case 'dropBefore':
      response.destroy()
      throw new RequestAborted()
    case 'dropAfter':
      context.response = new DroppedResponse(response)
      return undefined
    case 'cutWatch':
      context.response = new EndedWatch(context, action.afterEvents)
      return undefined
    case 'expireWatch':
      context.response = new EndedWatch(context, action.afterEvents, () => {
        const version = Number(query.get('resourceVersion') ?? 0)
        return tooOldVersion(version, version + 1)
      })
      return undefined
    case 'slowBytes':
      context.response = new SlowResponse(response, action.bytesPerSecond, context.verb === 'watch')
      return undefined
    case 'staleReads':
      return readFromPast(context, action.behind, undefined)
    case 'duplicateEvents':
      return readFromPast(
        context,
        action.events,
        context.attributes.resource?.name,
        Number(query.get('resourceVersion')),
      )
  }
}

/**
 * Ends early if the client leaves. A client that ends its side of the connection has left, unless this is its last
 * request: then it only has nothing more to send.
 */
async function wait({ response, channel }: RequestContext, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  // The response closes then.
  const leave = () => void response.destroy()
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, milliseconds)
      response.once('close', () => reject(new RequestAborted()))
      if (!isLastRequest(response.req)) channel.onClientEnd(leave)
    })
  } finally {
    clearTimeout(timer)
    channel.offClientEnd(leave)
  }
}

const isLastRequest = ({ headers, httpVersion }: HttpRequest) =>
  httpVersion === '1.0' || /\bclose\b/i.test(headers.connection ?? '')

/** With a name only its changes count. */
async function readFromPast(
  context: RequestContext,
  changes: number,
  name: string | undefined,
  upTo?: number,
): Promise<void> {
  const { target } = context
  if (target === undefined) return
  const { store, namespace } = target
  context.pastRevision = await store.reader.revisionBefore(changes, { namespace, name }, upTo)
}
