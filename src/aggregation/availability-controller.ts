import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import { apiService } from '#kinds/apiregistration/apiservice/index.js'
import type { APIService, APIServiceCondition } from '#kinds/apiregistration/apiservice/schema.js'
import { endpoints } from '#kinds/core/endpoints/index.js'
import { service } from '#kinds/core/service/index.js'
import { endpointSlice } from '#kinds/discovery/endpointslice/index.js'
import { ApiError } from '#meta/api-error.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { ResourceStore } from '#registry/store.js'
import { MAY_BE_LATE } from '#util/clock.js'
import type { Availability } from './aggregation.js'
import { isSameServer } from './remote-service.js'
import type { RemoteServices } from './remote-services.js'

const AVAILABLE = 'Available'
const RECHECK_MS = 30_000
const FIRST_RETRY_MS = 2_000

interface CheckedService {
  readonly name: string
  failures: number
  /** Cancels the next check. */
  cancel: () => void
}

/** By prefix: a server with ranges of its own for addresses has its own kind Service. */
const FOLLOWED: ReadonlySet<string> = new Set([service, endpoints, endpointSlice].map(({ prefix }) => prefix))

/** Checks the servers behind APIServices, and says in their status whether they are available. */
export class AvailabilityController extends QueueController<CheckedService> {
  readonly name = 'api-service-availability'
  readonly #services: RemoteServices
  readonly #checked = new Map<string, CheckedService>()

  constructor(context: ControllerContext, services: RemoteServices, metrics: MetricsRegistry) {
    super(context, 4)
    this.#services = services
    metrics.read(
      'aggregator_unavailable_apiservice',
      'APIServices of other servers that are not available.',
      'gauge',
      () => [...services.services].filter(({ unavailable }) => unavailable !== undefined).length,
    )
  }

  protected follow(): readonly (() => void)[] {
    return [
      this.#services.follow((name) => this.#check(name)),
      this.context.feed.follow(
        ({ kind, before, after }) => {
          const object = after ?? before
          if (object !== undefined)
            this.#onPlace(kind === endpointSlice ? undefined : object.name, object.namespace)
        },
        ({ prefix }) => FOLLOWED.has(prefix),
      ),
      () => {
        for (const { cancel } of this.#checked.values()) cancel()
      },
    ]
  }

  protected lead(): Iterable<CheckedService> {
    return [...this.#services.services].map(({ name }) => this.#entry(name))
  }

  protected async work(checked: CheckedService): Promise<void> {
    checked.cancel()
    const remote = this.#services.get(checked.name)
    if (remote === undefined) {
      this.#checked.delete(checked.name)
      return
    }
    const found = await this.#services.check(remote)
    // Somebody else may have made it lead elsewhere meanwhile; then it is in the queue again.
    const current = this.#services.get(checked.name)
    if (!this.isLeading || this.#services.isClosed) return
    if (current === undefined || !isSameServer(current, remote)) return
    await this.#report(checked.name, found)
    checked.failures = found.status === 'True' ? 0 : checked.failures + 1
    const pause =
      checked.failures === 0 ? RECHECK_MS : FIRST_RETRY_MS * 2 ** Math.min(checked.failures - 1, 4)
    const { clock } = this.context
    checked.cancel = clock.at(clock.now() + Math.min(pause, RECHECK_MS), () => this.add(checked), MAY_BE_LATE)
  }

  protected onFailure({ name }: CheckedService, err: unknown, failures: number): void {
    this.context.logger.warn(
      { err, apiService: name, failures },
      'failed to report the availability of an API',
    )
  }

  /** A service without a name stands for all of the namespace. */
  #onPlace(name: string | undefined, namespace: string | undefined): void {
    for (const remote of this.#services.services) {
      const { service } = remote
      if (service.namespace === namespace && (name ?? service.name) === service.name) this.#check(remote.name)
    }
  }

  #check(name: string): void {
    const checked = this.#entry(name)
    checked.failures = 0
    this.add(checked)
  }

  #entry(name: string): CheckedService {
    let checked = this.#checked.get(name)
    if (checked === undefined) {
      checked = { name, failures: 0, cancel: () => undefined }
      this.#checked.set(name, checked)
    }
    return checked
  }

  async #report(name: string, { status, reason, message }: Availability): Promise<void> {
    const store = this.context.stores.ofKind(apiService) as ResourceStore<APIService> | undefined
    const now = new Date(this.context.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    const setCondition = (current: readonly APIServiceCondition[]): APIServiceCondition[] => {
      const before = current.find(({ type }) => type === AVAILABLE)
      const lastTransitionTime = before?.status === status ? before.lastTransitionTime : now
      const others = current.filter(({ type }) => type !== AVAILABLE)
      return [...others, { type: AVAILABLE, status, lastTransitionTime, reason, message }]
    }
    await store?.writer
      .modify(undefined, name, {
        retry: true,
        mode: 'status',
        next: (current) => {
          const next = current.copy()
          // Meanwhile this server may serve it itself.
          if (next.spec.service == null) return next
          next.status = { ...next.status, conditions: setCondition(next.status.conditions ?? []) }
          return next
        },
      })
      .catch(unlessGone)
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.error === 'notFound')) throw error
}
