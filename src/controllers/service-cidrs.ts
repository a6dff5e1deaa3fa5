import type { CachedObject } from '#cache/cached-object.js'
import type { Condition } from '#meta/condition.js'
import type { ApiObject } from '#meta/object-meta.js'
import { currentTime } from '#schema/times.js'
import type { AddressBytes } from '#util/net/ip-address.js'
import { startsWith } from '#util/net/ip-address.js'
import { isHostIn, type LegacyRange, parseLegacyAddress, parseLegacyRange } from '#util/net/legacy-address.js'
import type { ControllerContext } from './controller.js'
import { QueueController } from './queue-controller.js'

const RANGES = { prefix: 'networking.k8s.io/servicecidrs/' }
const ADDRESSES = { prefix: 'networking.k8s.io/ipaddresses/' }

const FINALIZER = 'networking.k8s.io/service-cidr-finalizer'
const READY = 'Ready'
const MANAGED_BY = 'ipallocator.k8s.io'

/** How long a deleted range stays: until every server has seen that it allocates no more. */
const GRACE_MS = 10_000

interface ServiceCIDR extends ApiObject {
  readonly spec?: { readonly cidrs?: readonly string[] }
  status?: { readonly conditions?: readonly Condition[] }
}

/** A ServiceCIDR that has work. */
interface Item {
  readonly key: string
  /** The key of an address that a deleted range is kept for. */
  keptFor: string | undefined
  cancel: () => void
}

/** Says that ServiceCIDRs are ready, and keeps deleted ones as long as they have addresses that no other one has. */
export class ServiceCIDRs extends QueueController<Item> {
  readonly name = 'service-cidr-controller'
  readonly #items = new Map<string, Item>()
  readonly #deleted = new Set<Item>()

  constructor(context: ControllerContext) {
    // One by one: of two equal ranges that are deleted together, the second one is kept.
    super(context, 1)
  }

  protected follow(): readonly (() => void)[] {
    const { feed } = this.context
    for (const range of feed.objectsOf(RANGES)) this.#onRange(undefined, range)
    return [
      feed.follow(
        ({ before, after }) => this.#onRange(before, after),
        ({ prefix }) => prefix === RANGES.prefix,
      ),
      feed.follow(
        ({ before, after }) => {
          if (before === undefined || after === undefined) this.#onAddress((after ?? before)?.key)
        },
        ({ prefix }) => prefix === ADDRESSES.prefix,
      ),
      () => {
        for (const { cancel } of this.#deleted) cancel()
      },
    ]
  }

  protected lead(): Iterable<Item> {
    return [...this.#items.values()]
  }

  protected onFailure({ key }: Item, error: unknown, failures: number): void {
    this.context.logger.debug({ key, failures, error: String(error) }, 'failed to update a ServiceCIDR')
  }

  #onRange(before: CachedObject | undefined, after: CachedObject | undefined): void {
    const key = (after ?? before)?.key ?? ''
    const item = this.#items.get(key) ?? { key, keptFor: undefined, cancel: () => undefined }
    item.cancel()
    if (after === undefined) {
      this.#items.delete(key)
      this.#deleted.delete(item)
      return
    }
    this.#items.set(key, item)
    if (after.metadata().deletionTimestamp) this.#deleted.add(item)
    else this.#deleted.delete(item)
    this.add(item)
    // A new range may have the addresses of a deleted one.
    if (before === undefined) this.addAll(this.#deleted)
  }

  /** An address is new or gone. */
  #onAddress(key: string | undefined): void {
    for (const item of this.#deleted) {
      if (item.keptFor === undefined || item.keptFor === key) this.add(item)
    }
  }

  protected async work(item: Item): Promise<void> {
    const found = this.context.feed.find(item.key)
    if (!this.isLeading || found === undefined) return
    if (!found.metadata().deletionTimestamp) await this.#change(found, (object) => this.#makeReady(object))
    else await this.#finish(item, found)
  }

  async #finish(item: Item, found: CachedObject): Promise<void> {
    const { deletionTimestamp } = found.metadata()
    item.keptFor = this.#orphan(found)
    if (item.keptFor !== undefined) {
      await this.#change(found, (object) => this.#setReady(object, TERMINATING))
      return
    }
    const end = Date.parse(deletionTimestamp as string) + GRACE_MS
    const { clock } = this.context
    item.cancel()
    if (clock.now() < end) item.cancel = clock.at(end, () => this.add(item))
    else await this.#change(found, release)
  }

  /** The key of an address that would be in no range without this one. */
  #orphan(deleted: CachedObject): string | undefined {
    const { feed } = this.context
    const own = rangesIn(deleted)
    const others = feed
      .objectsOf(RANGES)
      .filter((other) => other.key !== deleted.key && !isReleased(other))
      .flatMap(rangesIn)
    if (own.every((range) => others.some((other) => contains(other, range)))) return undefined
    const isOrphan = (address: AddressBytes) =>
      own.some((range) => isHostIn(range, address)) && !others.some((range) => isHostIn(range, address))
    return feed.objectsOf(ADDRESSES).find((object) => {
      const address = parseLegacyAddress(object.name)
      return address !== undefined && isOrphan(address) && isManaged(object)
    })?.key
  }

  #makeReady(object: ServiceCIDR): boolean {
    const { metadata } = object
    const { finalizers = [] } = metadata
    const isProtected = finalizers.includes(FINALIZER)
    if (!isProtected) metadata.finalizers = [...finalizers, FINALIZER]
    return this.#setReady(object, IS_READY) || !isProtected
  }

  /** Whether anything changes. A condition with the same status stays as it is. */
  #setReady(object: ServiceCIDR, wanted: Pick<Condition, 'status' | 'reason' | 'message'>): boolean {
    const conditions = object.status?.conditions ?? []
    if (conditions.find(({ type }) => type === READY)?.status === wanted.status) return false
    const others = conditions.filter(({ type }) => type !== READY)
    const condition = { type: READY, ...wanted, lastTransitionTime: currentTime(this.context.clock) }
    object.status = { ...object.status, conditions: [...others, condition] }
    return true
  }

  /** Writes the object if `change` changes anything. The queue tries again if another write was faster. */
  async #change(found: CachedObject, change: (object: ServiceCIDR) => boolean): Promise<void> {
    if (!change(JSON.parse(found.json.toString()) as ServiceCIDR)) return
    const { uid, resourceVersion } = found.metadata()
    const kind = this.context.kinds.storedUnder(RANGES.prefix)
    await (kind && this.context.stores.ofKind(kind))?.writer.modify(undefined, found.name, {
      preconditions: { uid, resourceVersion },
      retry: false,
      next: (current) => {
        const copy = current.copy()
        change(copy as ServiceCIDR)
        return copy
      },
    })
  }
}

const IS_READY = { status: 'True', reason: '', message: 'Kubernetes Service CIDR is ready' }
const TERMINATING = {
  status: 'False',
  reason: 'Terminating',
  message:
    'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
}

/** Removes the finalizer. */
function release({ metadata }: ServiceCIDR): boolean {
  const { finalizers = [] } = metadata
  const rest = finalizers.filter((finalizer) => finalizer !== FINALIZER)
  metadata.finalizers = rest.length === 0 ? undefined : rest
  return rest.length < finalizers.length
}

/** Whether it is deleted, and kept only by finalizers of others: it goes whatever addresses it has. */
function isReleased(object: CachedObject): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata()
  return Boolean(deletionTimestamp) && !finalizers.includes(FINALIZER)
}

function rangesIn({ json }: CachedObject): readonly LegacyRange[] {
  const { spec } = JSON.parse(json.toString()) as ServiceCIDR
  return (spec?.cidrs ?? []).flatMap((text) => parseLegacyRange(text) ?? [])
}

const contains = (outer: LegacyRange, inner: LegacyRange) =>
  outer.bits <= inner.bits &&
  outer.address.length === inner.address.length &&
  startsWith(inner.address, outer.address, outer.bits)

/** Whether it is the address of a service. */
const isManaged = (address: CachedObject) =>
  address.metadata().labels?.['ipaddress.kubernetes.io/managed-by'] === MANAGED_BY
