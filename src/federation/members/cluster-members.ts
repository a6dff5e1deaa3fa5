import type { CachedObject } from '#cache/cached-object.js'
import type { AgentTunnels } from '#federation/agent/agent-tunnels.js'
import {
  ACCOUNT,
  CONDITION_TAINTS,
  FREE_CAPACITY,
  MEASURED_CAPACITY,
  MODE,
  PROXY_AS,
  PULL,
  TAINTS,
} from '#federation/annotations.js'
import { resultOf } from '#federation/clusters/health.js'
import type { FederationContext } from '#federation/config.js'
import { parseFreeCapacity, parseMeasuredCapacity } from '#federation/policies/free-capacity.js'
import { parseTaints } from '#federation/policies/taints.js'
import { type Cluster, MEMBER_VERSION } from '#kinds/federation/cluster/schema.js'
import { ApiError, badRequest } from '#meta/api-error.js'
import { DirectUpstream } from '#proxy/direct-upstream.js'
import type { ObjectChange } from '#registry/change-feed.js'
import { AddressRefused, AddressRules } from '#util/net/address-rules.js'
import { ClusterMember, type ObservedCluster } from './cluster-member.js'
import { memberAccess, type SecretData } from './credentials.js'
import { CredentialsError } from './kubeconfig.js'
import { type MachineAddresses, machineAddresses, memberAddress } from './member-address.js'
import { MemberCallMetrics } from './member-call-metrics.js'
import { MemberClient, type MemberClientOptions } from './member-client.js'
import type { Members } from './members.js'

export const CLUSTERS = 'federation/clusters/'
const SECRETS = 'core/secrets/'

interface Known {
  readonly member: ClusterMember
  spec: Cluster['spec']
  /** Whether an agent in the member connects to this server. */
  isPulled: boolean
  /** Resolves when the client is up to date. */
  found: Promise<void>
}

/**
 * The members that Clusters and their Secrets describe. Every server follows them, so that a new leader starts
 * quickly; only the leader sends requests.
 */
export class ClusterMembers implements Members {
  readonly #context: FederationContext
  readonly #secrets: string
  readonly #rules: AddressRules
  readonly #calls: MemberCallMetrics
  readonly #own: () => MachineAddresses
  readonly #tunnels: Pick<AgentTunnels, 'tunnelOf' | 'drop'> | undefined
  readonly #known = new Map<string, Known>()
  readonly #listeners = new Set<(name: string) => void>()
  #release: () => void = () => undefined

  constructor(
    context: FederationContext,
    own = machineAddresses,
    tunnels?: Pick<AgentTunnels, 'tunnelOf' | 'drop'>,
  ) {
    this.#tunnels = tunnels
    this.#context = context
    this.#secrets = `${SECRETS}${context.config.namespace}/`
    this.#rules = new AddressRules(context.config.allowedAddresses)
    this.#own = own
    this.#calls = new MemberCallMetrics(context.metrics)
  }

  start(): void {
    const { feed, kinds } = this.#context
    const kind = kinds.storedUnder(CLUSTERS)
    if (kind !== undefined) for (const cluster of feed.objectsOf(kind)) this.#onClusterChanged(cluster)
    this.#release = feed.follow(
      (change) => this.#apply(change),
      ({ prefix }) => prefix === CLUSTERS || prefix === SECRETS,
    )
  }

  close(): void {
    this.#release()
    for (const { member } of this.#known.values()) member.lose('the server has stopped')
    this.#known.clear()
  }

  get(name: string): ClusterMember | undefined {
    return this.#known.get(name)?.member
  }

  *[Symbol.iterator](): Generator<ClusterMember> {
    for (const { member } of this.#known.values()) yield member
  }

  follow(listener: (name: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when the client of the member matches the store. */
  async found(name: string): Promise<void> {
    await this.#known.get(name)?.found
  }

  /** Throws an `ApiError` for a cluster that is unknown, or is not in pull mode. */
  expectPulled(name: string): void {
    const known = this.#known.get(name)
    if (known === undefined) throw new ApiError('notFound', `clusters.federation "${name}" not found`)
    if (!known.isPulled) {
      throw badRequest(`the cluster ${name} takes no agent: it has no annotation ${MODE}: ${PULL}`)
    }
  }

  /** An agent was connected or disconnected. */
  onAgent(name: string): void {
    const known = this.#known.get(name)
    if (known !== undefined) this.#find(known)
  }

  #apply({ kind, before, after }: ObjectChange): void {
    const { key, name } = after ?? (before as CachedObject)
    if (kind.prefix === SECRETS) {
      if (key.startsWith(this.#secrets)) this.#renew(name)
    } else if (after === undefined) {
      this.#known.get(name)?.member.lose('the cluster was deleted')
      this.#known.delete(name)
      this.#calls.forget(name)
      this.#tunnels?.drop(name)
      this.#notify(name)
    } else this.#onClusterChanged(after)
  }

  #onClusterChanged(object: CachedObject): void {
    const { name } = object
    const cluster = JSON.parse(object.json.toString()) as Cluster
    const observed = observedIn(cluster)
    const isPulled = cluster.metadata.annotations?.[MODE] === PULL
    const known = this.#known.get(name)
    if (known === undefined) {
      const member = new ClusterMember(name, observed)
      const added: Known = { member, spec: cluster.spec, isPulled, found: Promise.resolve() }
      this.#known.set(name, added)
      this.#find(added)
      this.#notify(name)
      return
    }
    const isChanged =
      known.isPulled !== isPulled || JSON.stringify(known.spec) !== JSON.stringify(cluster.spec)
    known.spec = cluster.spec
    known.isPulled = isPulled
    if (!isPulled) this.#tunnels?.drop(name)
    if (isChanged) this.#find(known)
    if (known.member.observe(observed)) this.#notify(name)
  }

  /** A Secret changed: update the members that use it. */
  #renew(secret: string): void {
    for (const known of this.#known.values()) if (known.spec.secretRef?.name === secret) this.#find(known)
  }

  #find(known: Known): void {
    // In order, so that the last write wins.
    known.found = known.found.then(() => this.#reach(known))
  }

  async #reach(known: Known): Promise<void> {
    const { member } = known
    let isChanged: boolean
    try {
      isChanged = known.isPulled ? this.#reachThroughAgent(member) : await this.#reachDirectly(known)
    } catch (error) {
      if (!(error instanceof CredentialsError || error instanceof AddressRefused)) {
        this.#context.logger.error({ err: error, cluster: member.name }, 'no client for a member')
      }
      isChanged = member.lose((error as Error).message)
    }
    if (isChanged) this.#notify(member.name)
  }

  async #reachDirectly(known: Known): Promise<boolean> {
    const { member, spec } = known
    const address = memberAddress(spec.serverAddressByClientCIDRs ?? [], this.#own())
    const access = await memberAccess(address, this.#secretOf(spec))
    if (this.#known.get(member.name) !== known) return false
    return member.reach(access, () => ({
      client: new MemberClient(access, this.#clientOptions(member.name)),
      forwarding: new DirectUpstream(access, this.#rules),
    }))
  }

  #reachThroughAgent(member: ClusterMember): boolean {
    const tunnel = this.#tunnels?.tunnelOf(member.name)
    if (tunnel === undefined || !tunnel.isOpen) throw new CredentialsError('no agent is connected')
    return member.reach({ agent: tunnel.id }, () => ({
      client: new MemberClient(tunnel.transport(member.name), this.#clientOptions(member.name)),
      forwarding: tunnel.transport(member.name),
    }))
  }

  #clientOptions(cluster: string): MemberClientOptions {
    const { leadership } = this.#context
    return { rules: this.#rules, mayDial: () => leadership.isLeading, onCall: this.#calls.of(cluster) }
  }

  #secretOf({ secretRef }: Cluster['spec']): SecretData | undefined {
    if (secretRef === undefined) return undefined
    const { name } = secretRef
    if (!name) throw new CredentialsError('spec.secretRef does not name a secret')
    const secret = this.#context.feed.find(this.#secrets + name)
    if (secret === undefined) {
      throw new CredentialsError(`the namespace ${this.#context.config.namespace} has no secret ${name}`)
    }
    const { data = {} } = JSON.parse(secret.json.toString()) as {
      readonly data?: Readonly<Record<string, string>>
    }
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64')]))
  }

  #notify(name: string): void {
    for (const listener of this.#listeners) listener(name)
  }
}

function observedIn({ metadata, status }: Cluster): ObservedCluster {
  return {
    labels: metadata.labels ?? {},
    isReady: resultOf(status?.conditions ?? []) === 'ready',
    region: status?.region ?? '',
    zones: status?.zones ?? [],
    version: metadata.annotations?.[MEMBER_VERSION] ?? '',
    taints: [TAINTS, CONDITION_TAINTS].flatMap((name) => parseTaints(metadata.annotations?.[name])),
    free:
      parseFreeCapacity(metadata.annotations?.[FREE_CAPACITY]) ??
      parseMeasuredCapacity(metadata.annotations?.[MEASURED_CAPACITY])?.free,
    actsAsAccount: metadata.annotations?.[PROXY_AS] === ACCOUNT,
  }
}
