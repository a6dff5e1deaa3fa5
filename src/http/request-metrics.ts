import {
  type Counter,
  DURATION_BOUNDS,
  type Gauge,
  type Histogram,
  type MetricsRegistry,
} from '../observe/metrics.js'

/** What is counted of requests to one resource with one verb. */
interface Measured {
  readonly durations: Histogram
  /** By status code, each made when it is first answered. */
  readonly codes: Map<number, Counter>
}

/** Counts and times requests, by verb and resource. */
export class RequestMetrics {
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

  begin(): RequestRecorder {
    this.#inFlight.value++
    return new RequestRecorder(this)
  }

  end(verb: string, resource: string, code: number, started: number): void {
    this.#inFlight.value--
    const measured = this.#measuredOf(verb, resource)
    let counter = measured.codes.get(code)
    if (counter === undefined) {
      counter = this.#requests.labels(verb, resource, String(code))
      measured.codes.set(code, counter)
    }
    counter.value++
    if (verb !== 'watch') measured.durations.observe((performance.now() - started) / 1000)
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

/** One request. What it is about is known only once its path has been looked at. */
export class RequestRecorder {
  readonly #metrics: RequestMetrics
  readonly #started = performance.now()
  #verb = 'none'
  #resource = 'none'

  constructor(metrics: RequestMetrics) {
    this.#metrics = metrics
  }

  /** Both come from closed sets: a client cannot make up new series. */
  about(verb: string, resource: string): void {
    this.#verb = verb
    this.#resource = resource
  }

  /** A code of 0 means that the client was gone before it could be answered. */
  end(code: number): void {
    this.#metrics.end(this.#verb, this.#resource, code, this.#started)
  }
}
