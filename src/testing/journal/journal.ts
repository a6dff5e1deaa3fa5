import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { Clock } from '#util/clock.js'
import { FILTER_FIELDS, type FilterField, type JournalEntry, RecordedEntry } from './entry.js'
import { type Har, harOf } from './har.js'
import { RecordedResponse } from './recorded-response.js'

type Value = string | number | undefined

/** The entries to find: each field has the value, or one of several. */
export type JournalFilter = {
  readonly [K in FilterField]?: JournalEntry[K] | readonly JournalEntry[K][] | undefined
}

/** What clients sent to a test server, and what they got. */
export interface Journal {
  /** The newest 10,000 requests in the order of their arrival, also those under way. */
  readonly entries: readonly JournalEntry[]
  /**
   * Returns the entries that fit.
   *
   * @example
   * const created = server.requests.filter({ verb: 'create', resource: 'pods' })
   * assert.deepEqual(created.map(({ name }) => name), ['web-1', 'web-2'])
   * @example
   * server.requests.filter(({ code = 0, userAgent }) => code >= 400 && userAgent.startsWith('my-operator'))
   */
  filter(criteria: JournalFilter | ((entry: JournalEntry) => boolean)): JournalEntry[]
  /**
   * Forgets all entries.
   *
   * @example
   * server.requests.clear()
   * await reconcile()
   * assert.equal(server.requests.filter({ verb: 'update' }).length, 0)
   */
  clear(): void
  /**
   * Returns the entries as an HTTP Archive (HAR 1.2), which the network tools of browsers can show. It holds bodies and
   * credentials as they were sent.
   *
   * @example
   * await writeFile('requests.har', JSON.stringify(server.requests.toHar()))
   */
  toHar(): Har
}

const MAX_ENTRIES = 10_000
/** In bytes: what all bodies may take. The oldest entries go first. */
const MAX_BYTES = 128 * 1024 * 1024

/** Records every request. It is the first filter, so that it sees rejected ones too. */
export class JournalRecorder implements Journal, Filter {
  readonly #clock: Clock
  readonly #faultsOn: (context: RequestContext) => string[]
  /** In a set, because it is quick to drop the oldest. */
  readonly #entries = new Set<RecordedEntry>()
  readonly #open = new WeakMap<RequestContext, RecordedEntry>()
  readonly #maxEntries: number
  readonly #maxBytes: number
  #bytes = 0

  constructor(
    clock: Clock,
    faultsOn: (context: RequestContext) => string[],
    { maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES } = {},
  ) {
    this.#maxEntries = maxEntries
    this.#maxBytes = maxBytes
    this.#clock = clock
    this.#faultsOn = faultsOn
  }

  get entries(): readonly JournalEntry[] {
    return [...this.#entries]
  }

  filter(criteria: JournalFilter | ((entry: JournalEntry) => boolean)): JournalEntry[] {
    return this.entries.filter(typeof criteria === 'function' ? criteria : predicateOf(criteria))
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  toHar(): Har {
    return harOf([...this.#entries])
  }

  before(context: RequestContext): void {
    const entry = new RecordedEntry(context, new Date(this.#clock.now()), this.#faultsOn)
    this.#open.set(context, entry)
    this.#entries.add(entry)
    if (this.#entries.size > this.#maxEntries) this.#dropOldest()
    context.response = new RecordedResponse(context.response, entry)
    context.onBytes = (bytes) => entry.request.add(bytes)
  }

  after(context: RequestContext): void {
    const entry = this.#open.get(context)
    if (entry === undefined) return
    const { whole } = context.request
    // A request that was rejected before its body was read.
    if (whole !== undefined && entry.request.length === 0) entry.request.add(whole)
    entry.finish()
    if (!this.#entries.has(entry)) return
    this.#bytes += sizeOf(entry)
    while (this.#bytes > this.#maxBytes && this.#entries.size > 1) this.#dropOldest()
  }

  #dropOldest(): void {
    const [oldest] = this.#entries
    if (oldest === undefined) return
    this.#entries.delete(oldest)
    if (oldest.duration !== undefined) this.#bytes -= sizeOf(oldest)
  }
}

const sizeOf = ({ request, response }: RecordedEntry) => request.kept + response.kept

function predicateOf(criteria: JournalFilter): (entry: JournalEntry) => boolean {
  const wanted = Object.entries(criteria).filter(([, value]) => value !== undefined)
  for (const [field] of wanted) {
    if (!FILTER_FIELDS.some((known) => known === field))
      throw new TypeError(
        `the journal has no field ${JSON.stringify(field)}; known are ${FILTER_FIELDS.join(', ')}`,
      )
  }
  return (entry) =>
    wanted.every(([field, value]) => {
      const found: Value = entry[field as FilterField]
      return Array.isArray(value) ? value.includes(found) : value === found
    })
}
