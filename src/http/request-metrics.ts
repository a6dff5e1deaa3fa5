import {
  type Counter,
  DURATION_BOUNDS,
  type Gauge,
  type Histogram,
  type MetricsRegistry,
} from '#observe/metrics.js'
import type { ServedVersion, StoredKind } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { perObject } from '#util/memoize.js'
import type { Filter } from './filter.js'
import type { RequestContext } from './request/request-context.js'

/** The label of requests without a resource or document. */
const NONE = 'none'

/** The metrics of one verb on one resource. */
interface Measured {
  readonly verb: string
  readonly resource: string
  readonly durations: Histogram
  /** By status code, created on first use. */
  readonly codes: Map<number, Counter>
}

/** Counts and times requests by verb and resource. Both have bounded values: clients cannot create new series. */
export class RequestMetrics implements Filter {
  readonly #kinds: KindRegistry
  readonly #requests
  readonly #durations
  readonly #inFlight: Gauge
  /** By verb, for each resource. */
  readonly #resources = perObject((_: ServedVersion) => new Map<string, Measured>())
  /** By verb, for each document. */
  readonly #documents = new Map<string, Map<string, Measured>>()

  /** The metrics of a kind are removed with the kind. */
  constructor(registry: MetricsRegistry, kinds: KindRegistry) {
    this.#kinds = kinds
    this.#requests = registry.counter('binnacle_requests_total', 'Requests served.', [
      'verb',
      'resource',
      'code',
    ])
    this.#durations = registry.histogram(
      'binnacle_request_duration_seconds',
      'Time from the arrival of a request to its response; watches are not timed.',
      DURATION_BOUNDS,
      ['verb', 'resource'],
    )
    this.#inFlight = registry
      .gauge('binnacle_requests_in_flight', 'Requests in flight, watches included.')
      .labels()
    // A changed kind is removed and added again.
    kinds.onChange(({ type, kind }) => {
      if (type === 'removed') setImmediate(() => this.#forget(kind))
    })
  }

  /** A request arrived; its path is not resolved yet. */
  begin(): void {
    this.#inFlight.value++
  }

  /** A code of 0 means that the client left before the response. */
  after(context: RequestContext): void {
    const { verb, target, document, code } = context
    this.#inFlight.value--
    const measured = this.#measuredOf(verb ?? NONE, verb && (target?.store.definition ?? document))
    let counter = measured.codes.get(code)
    if (counter === undefined) {
      counter = this.#requests.labels(measured.verb, measured.resource, String(code))
      measured.codes.set(code, counter)
    }
    counter.value++
    if (!context.isLongRunning) measured.durations.observe((context.respondedAt - context.arrivedAt) / 1000)
  }

  #measuredOf(verb: string, subject: ServedVersion | string | undefined): Measured {
    const verbs =
      typeof subject === 'object' ? this.#resources(subject) : this.#documentVerbs(subject ?? NONE)
    let measured = verbs.get(verb)
    if (measured === undefined) {
      const resource = this.#nameOf(subject)
      measured = { verb, resource, durations: this.#durations.labels(verb, resource), codes: new Map() }
      verbs.set(verb, measured)
    }
    return measured
  }

  #documentVerbs(document: string): Map<string, Measured> {
    const verbs = this.#documents.get(document) ?? new Map<string, Measured>()
    this.#documents.set(document, verbs)
    return verbs
  }

  /** Such as `pods` and `deployments.apps`. The kind may be gone when the request ends. */
  #nameOf(subject: ServedVersion | string | undefined): string {
    if (typeof subject !== 'object') return subject ?? NONE
    return this.#kinds.storedUnder(subject.stored.prefix) === undefined ? NONE : groupResource(subject)
  }

  #forget({ prefix, versions }: StoredKind): void {
    if (this.#kinds.storedUnder(prefix) !== undefined) return
    for (const name of new Set(versions.map(groupResource))) this.#forgetName(name)
    const served = this.#kinds.versions
    for (const { group, version } of versions) {
      const rest = served.filter((other) => other.group === group)
      if (rest.length === 0) this.#forgetDocuments(`/apis/${group}`)
      if (!rest.some((other) => other.version === version)) this.#forgetDocuments(`/apis/${group}/${version}`)
    }
  }

  /** Discovery and OpenAPI have a document for each group and version. */
  #forgetDocuments(end: string): void {
    for (const document of this.#documents.keys()) {
      if (!document.endsWith(end)) continue
      this.#documents.delete(document)
      this.#forgetName(document)
    }
  }

  #forgetName(resource: string): void {
    this.#requests.forget('resource', resource)
    this.#durations.forget('resource', resource)
  }
}

const groupResource = ({ plural, group }: ServedVersion) => (group === '' ? plural : `${plural}.${group}`)
