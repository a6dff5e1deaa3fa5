import {
  type Counter,
  DURATION_BOUNDS,
  type Gauge,
  type Histogram,
  type MetricsRegistry,
} from '../observe/metrics.js'
import type { Filter } from './filter.js'
import type { RequestContext } from './request-context.js'

/** Where a request is about nothing that the server has. */
const NONE = 'none'

/** What is counted of requests to one resource with one verb. */
interface Measured {
  readonly durations: Histogram
  /** By status code, each made when it is first answered. */
  readonly codes: Map<number, Counter>
}

/** Counts and times requests, by verb and resource. Both come from closed sets: no client can make up new series. */
export class RequestMetrics implements Filter {
  readonly #requests
  readonly #durations
  readonly #inFlight: Gauge
  /** By verb, then by resource. */
  readonly #measured = new Map<string, Map<string, Measured>>()

  constructor(registry: MetricsRegistry) {
    this.#requests = registry.counter('binnacle_requests_total', 'Requests answered.', [
      'verb',
      'resource',
      'code',
    ])
    this.#durations = registry.histogram(
      'binnacle_request_duration_seconds',
      'Time from the arrival of a request to its answer; watches are not timed.',
      DURATION_BOUNDS,
      ['verb', 'resource'],
    )
    this.#inFlight = registry
      .gauge('binnacle_requests_in_flight', 'Requests being answered, watches included.')
      .labels()
  }

  /** A request has arrived; what it is about is not known yet. */
  begin(): void {
    this.#inFlight.value++
  }

  /** A code of 0 means that the client was gone before it could be answered. */
  after(context: RequestContext): void {
    const { verb, target, document, code } = context
    this.#inFlight.value--
    const resource = verb && (target?.store.definition.plural ?? document)
    const [verbName, resourceName] = [verb ?? NONE, resource ?? NONE]
    const measured = this.#measuredOf(verbName, resourceName)
    let counter = measured.codes.get(code)
    if (counter === undefined) {
      counter = this.#requests.labels(verbName, resourceName, String(code))
      measured.codes.set(code, counter)
    }
    counter.value++
    if (verb !== 'watch') measured.durations.observe((context.answeredAt - context.arrivedAt) / 1000)
  }

  #measuredOf(verb: string, resource: string): Measured {
    let ofVerb = this.#measured.get(verb)
    if (ofVerb === undefined) {
      ofVerb = new Map()
      this.#measured.set(verb, ofVerb)
    }
    let measured = ofVerb.get(resource)
    if (measured === undefined) {
      measured = { durations: this.#durations.labels(verb, resource), codes: new Map() }
      ofVerb.set(resource, measured)
    }
    return measured
  }
}
