import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import {
  API_DURATION_BOUNDS,
  type Counter,
  type Gauge,
  type Histogram,
  type MetricsRegistry,
} from '#observe/metrics.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { onVersionGone } from '#registry/version-gone.js'
import { perObject } from '#util/memoize.js'
import {
  isDryRun,
  isReadOnly,
  METRIC_SCOPES,
  METRIC_VERBS,
  type MetricScope,
  type MetricVerb,
  metricScope,
  metricVerb,
} from './request-labels.js'

const COMPONENT = 'apiserver'
const LABELS = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component'] as const
type Labels = [string, string, string, string, string, string, string]

/** From 1 KB to 1 GB, as kube-apiserver has them. */
const SIZE_BOUNDS = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

/** The metrics of requests with the same labels. */
interface Measured {
  readonly labels: Labels
  readonly dryRun: string
  readonly durations: Histogram
  readonly ownDurations: Histogram
  /** Undefined for writes. */
  readonly sizes: Histogram | undefined
  /** Created on first use. */
  longRunning: Gauge | undefined
  /** By status code, created on first use. */
  readonly codes: Map<number, Counter>
}

/** By verb, scope and dry run. */
type MeasuredRequests = (Measured | undefined)[]

/**
 * Counts and times requests under the names of kube-apiserver. All labels have bounded values: clients cannot create
 * series. The series of a version are removed with the version.
 */
export class RequestMetrics implements Filter {
  readonly #requests
  readonly #durations
  readonly #ownDurations
  readonly #sizes
  readonly #longRunning
  readonly #readOnly: Gauge
  readonly #mutating: Gauge
  /** By subresource, for each version. */
  readonly #versions = perObject((_: ServedVersion) => new Map<string, MeasuredRequests>())
  /** By path; the empty path is for requests without a document. */
  readonly #documents = new Map<string, MeasuredRequests>()

  constructor(registry: MetricsRegistry, kinds: KindRegistry) {
    this.#requests = registry.counter(
      'apiserver_request_total',
      'Requests that have ended. The code is 0 if the client left.',
      [
        ...([
          'verb',
          'dry_run',
          'group',
          'version',
          'resource',
          'subresource',
          'scope',
          'component',
        ] as const),
        'code',
      ],
    )
    this.#durations = registry.histogram(
      'apiserver_request_duration_seconds',
      'Time from the arrival of a request to the end of its response.',
      API_DURATION_BOUNDS,
      ['verb', 'dry_run', 'group', 'version', 'resource', 'subresource', 'scope', 'component'],
    )
    this.#ownDurations = registry.histogram(
      'apiserver_request_sli_duration_seconds',
      'The same without the time of webhooks and of waiting for a slot.',
      API_DURATION_BOUNDS,
      LABELS,
    )
    this.#sizes = registry.histogram(
      'apiserver_response_sizes',
      'Length of the responses of reads, in bytes.',
      SIZE_BOUNDS,
      LABELS,
    )
    this.#longRunning = registry.gauge(
      'apiserver_longrunning_requests',
      'Open watches and forwarded requests.',
      LABELS,
    )
    const inFlight = registry.gauge(
      'apiserver_current_inflight_requests',
      'Requests in flight, without long-running ones.',
      ['request_kind'],
    )
    this.#readOnly = inFlight.labels('readOnly')
    this.#mutating = inFlight.labels('mutating')
    onVersionGone(kinds, (version, isLastOfGroup, isLastOfKind) =>
      this.#forget(version, isLastOfGroup, isLastOfKind),
    )
  }

  before(context: RequestContext): void {
    const gauge = context.isLongRunning
      ? this.#longRunningOf(this.#measuredOf(context))
      : isReadOnly(context.request.method)
        ? this.#readOnly
        : this.#mutating
    gauge.value++
    context.countedIn = gauge
  }

  after(context: RequestContext): void {
    const { code, countedIn, trace } = context
    if (countedIn !== undefined) countedIn.value--
    const measured = this.#measuredOf(context)
    let counter = measured.codes.get(code)
    if (counter === undefined) {
      const [verb, ...rest] = measured.labels
      counter = this.#requests.labels(verb, measured.dryRun, ...rest, String(code))
      measured.codes.set(code, counter)
    }
    counter.value++
    const milliseconds = context.respondedAt - context.arrivedAt
    measured.durations.observe(milliseconds / 1000)
    const others = trace === undefined ? 0 : trace.foreignMs
    measured.ownDurations.observe(Math.max(milliseconds - others, 0) / 1000)
    measured.sizes?.observe(context.isHead ? 0 : context.sentBytes)
  }

  #measuredOf(context: RequestContext): Measured {
    const { target, document } = context
    const verb = metricVerb(context)
    const scope = target === undefined ? '' : metricScope(target, verb)
    const dryRun = isDryRun(context)
    const requests =
      target === undefined
        ? this.#documentRequests(document ?? '')
        : this.#resourceRequests(target.store.definition, target.subresource?.name ?? '')
    const index =
      (METRIC_VERBS.indexOf(verb) * METRIC_SCOPES.length + METRIC_SCOPES.indexOf(scope)) * 2 +
      (dryRun ? 1 : 0)
    let measured = requests[index]
    if (measured === undefined) {
      measured = this.#measure(context, verb, scope, dryRun)
      requests[index] = measured
    }
    return measured
  }

  #resourceRequests(version: ServedVersion, subresource: string): MeasuredRequests {
    const known = this.#versions(version)
    let requests = known.get(subresource)
    if (requests === undefined) {
      requests = []
      known.set(subresource, requests)
    }
    return requests
  }

  #documentRequests(path: string): MeasuredRequests {
    let requests = this.#documents.get(path)
    if (requests === undefined) {
      requests = []
      this.#documents.set(path, requests)
    }
    return requests
  }

  #measure(
    { target, document = '' }: RequestContext,
    verb: MetricVerb,
    scope: MetricScope,
    isDry: boolean,
  ): Measured {
    const { group = '', version = '', plural = '' } = target?.store.definition ?? {}
    const subresource = target === undefined ? document : (target.subresource?.name ?? '')
    const labels: Labels = [verb, group, version, plural, subresource, scope, COMPONENT]
    const [, ...rest] = labels
    const dryRun = isDry ? 'All' : ''
    return {
      labels,
      dryRun,
      durations: this.#durations.labels(verb, dryRun, ...rest),
      ownDurations: this.#ownDurations.labels(...labels),
      sizes: verb === 'GET' || verb === 'LIST' ? this.#sizes.labels(...labels) : undefined,
      longRunning: undefined,
      codes: new Map(),
    }
  }

  #longRunningOf(measured: Measured): Gauge {
    measured.longRunning ??= this.#longRunning.labels(...measured.labels)
    return measured.longRunning
  }

  #forget(
    { group, version, plural: resource }: ServedVersion,
    isLastOfGroup: boolean,
    isLastOfVersion: boolean,
  ): void {
    const families = [this.#requests, this.#durations, this.#ownDurations, this.#sizes, this.#longRunning]
    for (const family of families) family.forget({ group, version, resource })
    // Discovery and OpenAPI have a document for each group and version.
    const ends = [isLastOfGroup && `/apis/${group}`, isLastOfVersion && `/apis/${group}/${version}`]
    for (const path of this.#documents.keys()) {
      if (!ends.some((end) => end && path.endsWith(end))) continue
      this.#documents.delete(path)
      for (const family of families) family.forget({ resource: '', subresource: path })
    }
  }
}
