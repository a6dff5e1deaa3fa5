import { WorkQueue } from '#controllers/work-queue.js'
import type { FederationContext } from '#federation/config.js'
import type { Members } from '#federation/members/members.js'
import { keyOf } from '#federation/members/object-feed.js'
import { currentTime } from '#schema/times.js'
import { SERVICE_EXPORTS } from './definitions.js'
import { changedConditions, type ExportProblem, exportConditions } from './export-conditions.js'
import { HOST_EXPORTS, HostSharing } from './host-sharing.js'
import { derivedName, type ServiceKey } from './imported-objects.js'
import { importService, type SharedService } from './member-imports.js'
import { MemberSharing, type ServiceExport } from './member-sharing.js'
import { type ExportedService, mergeExports } from './merge-exports.js'
import type { MemberServices, ServiceFeeds } from './service-feeds.js'

const CONCURRENCY = 8
const RETRY_MS = 5_000

/** A ready member whose services, exports and imports are known. */
interface KnownMember {
  readonly cluster: string
  readonly services: MemberServices
  readonly sharing: MemberSharing
}

/**
 * Shares exported services among members while this server leads. Nothing is written to members, and nothing but
 * exports is followed, until there is the first export.
 */
export class SharingRun {
  readonly #context: FederationContext
  readonly #members: Members
  readonly #feeds: ServiceFeeds
  readonly #host: HostSharing
  readonly #sharings = new Map<string, MemberSharing>()
  /** All services that are, or were, exported or imported. */
  readonly #keys = new Map<string, ServiceKey>()
  /** The keys by the names of their derived services. */
  readonly #derived = new Map<string, ServiceKey>()
  readonly #queue: WorkQueue<ServiceKey>
  readonly #retries = new Map<ServiceKey, () => void>()
  readonly #release: (() => void)[]
  readonly #closing = new Set<Promise<void>>()
  /** Resolves when the host serves the kinds. */
  readonly #ready: Promise<void>
  #stopFeeds: (() => Promise<void>) | undefined

  constructor(context: FederationContext, members: Members, feeds: ServiceFeeds) {
    this.#context = context
    this.#members = members
    this.#feeds = feeds
    this.#host = new HostSharing(context)
    this.#queue = new WorkQueue({
      concurrency: CONCURRENCY,
      work: (key) => this.#reconcile(key),
      backOff: () => RETRY_MS,
    })
    for (const { name } of members) this.#onMember(name)
    this.#release = [
      members.follow((name) => this.#onMember(name)),
      context.feed.follow(
        ({ before, after }) => {
          const one = after ?? before
          if (one !== undefined) this.#onShared(one.namespace, one.name)
        },
        ({ prefix }) => prefix === HOST_EXPORTS,
      ),
    ]
    this.#ready = this.#host
      .createKinds()
      .catch((err: unknown) => context.logger.error({ err }, 'cannot create the kinds of shared services'))
    for (const { namespace, name } of this.#host.keys()) this.#onShared(namespace, name)
  }

  get pending(): number {
    return this.#queue.size
  }

  async idle(): Promise<void> {
    await this.#ready
    await this.#queue.idle()
  }

  async close(): Promise<void> {
    for (const release of this.#release) release()
    for (const cancel of this.#retries.values()) cancel()
    for (const name of [...this.#sharings.keys()]) this.#forget(name)
    await Promise.all([this.#ready, this.#queue.close(), this.#stopFeeds?.(), ...this.#closing])
  }

  #onMember(name: string): void {
    const member = this.#members.get(name)
    const known = this.#sharings.get(name)
    if (member?.client !== known?.client) {
      this.#forget(name)
      if (member?.client !== undefined) {
        const listener = {
          changed: (namespace: string, service: string) => this.#onShared(namespace, service),
          allChanged: () => this.#addAll(),
        }
        const isActive = this.#stopFeeds !== undefined
        this.#sharings.set(name, new MemberSharing(member.client, isActive, listener, this.#context))
      }
    }
    if (member?.isReady) this.#sharings.get(name)?.resume()
    this.#addAll()
  }

  #forget(name: string): void {
    const closing = this.#sharings.get(name)?.close()
    this.#sharings.delete(name)
    if (closing === undefined) return
    this.#closing.add(closing)
    void closing.finally(() => this.#closing.delete(closing))
  }

  /** A service is exported or imported, or was. */
  #onShared(namespace: string, name: string): void {
    const text = keyOf(namespace, name)
    const known = this.#keys.get(text)
    const key = known ?? { namespace, name }
    if (known === undefined) {
      this.#keys.set(text, key)
      this.#derived.set(keyOf(namespace, derivedName(key)), key)
    }
    this.#activate()
    this.#queue.add(key)
  }

  #activate(): void {
    if (this.#stopFeeds !== undefined) return
    this.#stopFeeds = this.#feeds.follow({
      changed: (namespace, service) => {
        const text = keyOf(namespace, service)
        const key = this.#keys.get(text) ?? this.#derived.get(text)
        if (key !== undefined) this.#queue.add(key)
      },
      memberChanged: () => this.#addAll(),
    })
    for (const sharing of this.#sharings.values()) sharing.activate()
  }

  #addAll(): void {
    this.#queue.addAll(this.#keys.values())
  }

  /** The ready members; undefined while one of them may still have exports that are not known. */
  #knownMembers(): readonly KnownMember[] | undefined {
    if (!this.#feeds.isComplete) return undefined
    const known: KnownMember[] = []
    for (const { name, isReady } of this.#members) {
      const sharing = this.#sharings.get(name)
      if (!isReady || sharing === undefined) continue
      if (!sharing.isKnown) return undefined
      const services = this.#feeds.of(name)
      if (services !== undefined) known.push({ cluster: name, services, sharing })
    }
    return known
  }

  async #reconcile(key: ServiceKey): Promise<void> {
    const members = this.#knownMembers()
    if (members === undefined) return
    const hostExport = this.#host.exportOf(key)
    const exports: ExportedService[] = []
    const problems = new Map<KnownMember, ExportProblem>()
    for (const member of members) {
      const own = member.sharing.exportOf(key.namespace, key.name)
      const since = [own?.since, hostExport?.since].filter((time) => time !== undefined).sort()[0]
      if (since === undefined) continue
      const service = member.services.services.get(key.namespace, key.name)
      problems.set(member, problemOf(service))
      if (service !== undefined && problems.get(member) === undefined)
        exports.push({ cluster: member.cluster, since, service })
    }
    const merged = mergeExports(exports)
    const shared: SharedService | undefined = merged && {
      merged,
      slices: members
        .filter(({ cluster }) => merged.clusters.includes(cluster))
        .flatMap(({ cluster, services }) =>
          services
            .slicesOf(key.namespace, key.name)
            .filter(({ source }) => source === undefined)
            .map((slice) => ({ cluster, slice })),
        ),
    }
    const writes = members.map(async (member) => {
      const { sharing, services } = member
      if (!sharing.isSynced) return
      await importService(sharing, services, key, shared)
      const own = sharing.exportOf(key.namespace, key.name)
      if (own !== undefined) await this.#report(sharing, own, exportConditions(problems.get(member), merged))
    })
    const host = this.#host.importService(key, merged).then(async () => {
      const problem = exports.length > 0 ? undefined : ([...problems.values()][0] ?? 'NoService')
      if (hostExport !== undefined)
        await this.#host.reportExport(hostExport, exportConditions(problem, merged))
    })
    const failures = (await Promise.allSettled([...writes, host])).filter(
      ({ status }) => status === 'rejected',
    )
    if (failures.length > 0) this.#retryLater(key, failures)
  }

  #report(
    sharing: MemberSharing,
    { namespace, name, conditions }: ServiceExport,
    wanted: ReturnType<typeof exportConditions>,
  ): Promise<void> | undefined {
    const next = changedConditions(conditions, wanted, currentTime(this.#context.clock))
    return next && sharing.writeStatus(SERVICE_EXPORTS, namespace, name, { conditions: next })
  }

  /** Outside of the queue: one that only waits for members is idle. */
  #retryLater(key: ServiceKey, failures: readonly PromiseSettledResult<void>[]): void {
    const { clock, logger } = this.#context
    const errors = failures.map((failure) => (failure.status === 'rejected' ? String(failure.reason) : ''))
    logger.debug({ ...key, errors }, 'failed to share a service')
    this.#retries.get(key)?.()
    const retry = () => {
      this.#retries.delete(key)
      this.#queue.add(key)
    }
    this.#retries.set(key, clock.at(clock.now() + RETRY_MS, retry))
  }
}

function problemOf(
  service: { readonly type: string; readonly isImported: boolean } | undefined,
): ExportProblem {
  if (service === undefined || service.isImported) return 'NoService'
  return service.type === 'ExternalName' ? 'InvalidServiceType' : undefined
}
