import type { ObjectCache } from '#cache/object-cache.js'
import { qualifiedResource } from '#meta/resource.js'
import { API_DURATION_BOUNDS, type Counter, type Histogram, type MetricsRegistry } from '#observe/metrics.js'
import type { StoredKind } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type {
  Operation,
  RangeOptions,
  RangeResult,
  Revision,
  Storage,
  StoredValue,
  WriteOutcome,
} from '#storage/contract.js'

/** The resource of a kind, such as `deployments.apps`; the one of a current group, if there is one. */
export function resourceOf({ versions, storageVersion }: StoredKind): string {
  return qualifiedResource(versions.find(({ conventions }) => !conventions.legacyErrors) ?? storageVersion)
}

/** Registers the number of objects of each kind. Kinds that are gone have none. */
export function countObjects(registry: MetricsRegistry, kinds: KindRegistry, cache: ObjectCache): void {
  registry.readEach(
    'apiserver_storage_objects',
    'Objects in the store, by resource.',
    'gauge',
    'resource',
    () =>
      kinds.kinds
        .filter(({ review }) => !review)
        .map((kind) => [resourceOf(kind), cache.collection(kind.prefix).size] as const),
  )
}

const OPERATIONS: Readonly<Record<Operation['type'], string>> = {
  create: 'create',
  replace: 'update',
  delete: 'delete',
}

/** The metrics of one operation on one type of object. */
interface Measured {
  readonly requests: Counter
  readonly durations: Histogram
  readonly errors: Counter
}

/**
 * A store whose requests are counted and timed under the names of kube-apiserver, whichever store it is. The series of a
 * kind are removed with the kind.
 */
export class MeasuredStorage implements Storage {
  readonly isOnlyWriter: boolean
  readonly isStale: Storage['isStale']
  readonly #inner: Storage
  readonly #kinds: KindRegistry
  readonly #durations
  readonly #requests
  readonly #errors
  /** By operation, for each key prefix. */
  readonly #measured = new Map<string, Map<string, Measured>>()

  constructor(inner: Storage, registry: MetricsRegistry, kinds: KindRegistry) {
    this.isOnlyWriter = inner.isOnlyWriter
    this.isStale = inner.isStale?.bind(inner)
    this.#inner = inner
    this.#kinds = kinds
    const labels = ['operation', 'type'] as const
    this.#durations = registry.histogram(
      'etcd_request_duration_seconds',
      'Duration of requests to the store, by operation and resource.',
      API_DURATION_BOUNDS,
      labels,
    )
    this.#requests = registry.counter('etcd_requests_total', 'Requests to the store.', labels)
    this.#errors = registry.counter(
      'etcd_request_errors_total',
      'Requests that the store could not serve.',
      labels,
    )
    kinds.onChange(({ type, kind }) => {
      if (type === 'removed') setImmediate(() => this.#forget(kind))
    })
  }

  write(operations: readonly Operation[]): Promise<WriteOutcome> {
    const [first] = operations
    return this.#time(
      first === undefined ? '' : OPERATIONS[first.type],
      first?.key ?? '',
      this.#inner.write(operations),
    )
  }

  get(key: string, at?: Revision): Promise<StoredValue | undefined> {
    return this.#time('get', key, this.#inner.get(key, at))
  }

  range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.#time('list', prefix, this.#inner.range(prefix, options))
  }

  currentRevision = () => this.#inner.currentRevision()
  follow: Storage['follow'] = (...given) => this.#inner.follow(...given)
  history: Storage['history'] = (...given) => this.#inner.history(...given)
  timeOf: Storage['timeOf'] = (revision) => this.#inner.timeOf(revision)
  compact: Storage['compact'] = (...given) => this.#inner.compact(...given)
  health = () => this.#inner.health()
  close = () => this.#inner.close()

  #time<T>(operation: string, key: string, work: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const measured = this.#measuredOf(operation, key)
    const observe = () => {
      measured.requests.value++
      measured.durations.observe((performance.now() - startedAt) / 1000)
    }
    work.then(observe, () => {
      observe()
      measured.errors.value++
    })
    return work
  }

  #measuredOf(operation: string, key: string): Measured {
    const prefix = key.slice(0, key.indexOf('/', key.indexOf('/') + 1) + 1)
    let operations = this.#measured.get(prefix)
    if (operations === undefined) {
      operations = new Map()
      this.#measured.set(prefix, operations)
    }
    let measured = operations.get(operation)
    if (measured === undefined) {
      const kind = this.#kinds.storedUnder(prefix)
      const type = kind === undefined ? '' : resourceOf(kind)
      measured = {
        requests: this.#requests.labels(operation, type),
        durations: this.#durations.labels(operation, type),
        errors: this.#errors.labels(operation, type),
      }
      operations.set(operation, measured)
    }
    return measured
  }

  #forget(kind: StoredKind): void {
    // A changed kind is removed and added again.
    if (this.#kinds.storedUnder(kind.prefix) !== undefined) return
    this.#measured.delete(kind.prefix)
    for (const family of [this.#durations, this.#requests, this.#errors])
      family.forget({ type: resourceOf(kind) })
  }
}
