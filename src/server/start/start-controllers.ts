import { enabledPlugins } from '#admission/plugin-order.js'
import { AvailabilityController } from '#aggregation/availability-controller.js'
import type { RemoteServices } from '#aggregation/remote-services.js'
import { ApiServices } from '#controllers/api-services/api-services.js'
import {
  type Controller,
  type ControllerContext,
  Controllers,
  type Leadership,
} from '#controllers/controller.js'
import { controllerContexts, withSimulation } from '#controllers/enabled-controllers.js'
import { EventExpiry } from '#controllers/event-expiry.js'
import { GarbageCollector } from '#controllers/garbage-collector.js'
import { NamespaceController } from '#controllers/namespaces/namespace-controller.js'
import { RevisionHistory } from '#controllers/revision-history/controller.js'
import { ServiceCIDRs } from '#controllers/service-cidrs.js'
import { StorageProtection } from '#controllers/storage-protection.js'
import { SystemObjects } from '#controllers/system-objects/system-objects.js'
import { DefinitionController } from '#custom-resources/definition-controller.js'
import type { Federation } from '#federation/federation.js'
import { localCondition } from '#kinds/apiregistration/apiservice/local-condition.js'
import { serviceAddressesOf } from '#kinds/core/service/network.js'
import { SYSTEM_FLOW_CONTROL } from '#kinds/flowcontrol/system-flow-control.js'
import type { Tracing } from '#observe/trace/tracing.js'
import type { ResourceStores } from '#registry/stores.js'
import { CanonicalWriter } from '#registry/write/canonical-writer.js'
import { federationOf, requestHeadersOf } from '#server/config.js'
import { whileDecryptable } from '#server/encryption/while-decryptable.js'
import { authenticationPublisher } from '#server/identity/authentication-publisher.js'
import { LazyNodeConnections } from '#server/nodes/lazy-node-connections.js'
import {
  accountControllers,
  actingFederation,
  customResourceTypes,
  federatedWorkloads,
  LazySearch,
  simulatedWorkloads,
} from '#server/optional-parts.js'
import { remoteServices } from '#server/remote-services.js'
import { PolicyStatus } from '#webhooks/policies/policy-status.js'
import type { FollowedKinds } from './follow-kinds.js'
import type { Security } from './open-security.js'
import type { Store } from './open-store.js'
import type { StartContext } from './start-context.js'

export interface ControllersDependencies {
  readonly store: Store
  readonly followed: FollowedKinds
  readonly security: Security
  readonly stores: ResourceStores
  readonly tracing: Tracing
}

/** What the server does by itself, and the parts of it that requests need. */
export interface RunningControllers {
  readonly all: Controllers
  /** Leads while no import is unfinished. */
  readonly acting: Leadership
  readonly collector: GarbageCollector
  readonly namespaces: NamespaceController
  readonly system: SystemObjects
  readonly apiServices: ApiServices
  /** Those that make the default roles. */
  readonly policy: readonly Controller[]
  readonly remotes: RemoteServices
  readonly nodes: LazyNodeConnections | undefined
  readonly federation: Federation | undefined
  readonly search: LazySearch | undefined
}

export async function startControllers(
  start: StartContext,
  { store, followed, security, stores, tracing }: ControllersDependencies,
): Promise<RunningControllers> {
  const { config, logger, metrics, clock, random, opened } = start
  const { kinds, cache } = store
  const { feed, resolver } = followed
  const { tls, frontProxy, access } = security
  const acting = store.importGuard.restrict(store.leadership)
  const context: ControllerContext = {
    ...{ kinds, stores, feed, logger, clock, random },
    leadership: whileDecryptable(cache.unreadable, acting),
  }
  const contextOf = controllerContexts(context, config.simulateWorkloads ? withSimulation(config) : config)
  const collector = new GarbageCollector(contextOf('garbage-collector'))
  const remotes = remoteServices({ feed, frontProxy, resolver, clock, random })
  opened.push(() => remotes.close())
  const namespaces = new NamespaceController(contextOf('namespaces'), remotes)
  const writer = new CanonicalWriter(store.measured, cache)
  const system = new SystemObjects(
    contextOf('system-objects'),
    writer,
    SYSTEM_FLOW_CONTROL,
    serviceAddressesOf(config),
  )
  const apiServices = new ApiServices(contextOf('system-objects'), writer, localCondition)
  const policy = access.controllers(contextOf, writer)
  const workloads = await workloadControllers(start, { context, contextOf, security })
  const nodes = await LazyNodeConnections.open(config, { stores, cache, random })
  const federationContext = { ...context, metrics, tracing, config: federationOf(config) }
  const federation = config.federation ? await actingFederation(federationContext) : undefined
  const search = federation && new LazySearch(federationContext, federation.members)
  const all = new Controllers(metrics, [
    collector,
    namespaces,
    system,
    apiServices,
    ...(config.simulateWorkloads ? [] : [new RevisionHistory(contextOf('revision-history'), collector)]),
    new ServiceCIDRs(contextOf('service-cidr-controller')),
    new StorageProtection(contextOf('storage-protection')),
    new DefinitionController(contextOf('definitions'), writer),
    new EventExpiry(contextOf('event-ttl'), config.eventTtlMs),
    new PolicyStatus(contextOf('validating-admission-policy-status'), customResourceTypes),
    ...policy,
    ...access.tokenControllers(contextOf, writer, () => rootCaOf(security)),
    authenticationPublisher(contextOf('authentication-info'), writer, requestHeadersOf(config), {
      tls,
      frontProxy,
    }),
    new AvailabilityController(context, remotes, metrics),
    ...workloads,
    ...(federation?.controllers ?? []),
  ])
  opened.push(() => all.close())
  all.start()
  return {
    ...{ all, acting, collector, namespaces, system, apiServices, policy },
    ...{ remotes, nodes, federation, search },
  }
}

const rootCaOf = ({ tls }: Security) => tls?.rootCa ?? ''

interface WorkloadDependencies {
  readonly context: ControllerContext
  readonly contextOf: ReturnType<typeof controllerContexts>
  readonly security: Security
}

/** Simulated workloads, or the service accounts that pods need. */
async function workloadControllers(
  { config }: StartContext,
  { context, contextOf, security }: WorkloadDependencies,
): Promise<readonly Controller[]> {
  const rootCa = () => rootCaOf(security)
  if (config.simulateWorkloads) {
    const isRunElsewhere = config.federation
      ? await federatedWorkloads(federationOf(config), context.feed)
      : undefined
    return simulatedWorkloads({ ...context, rootCa, isRunElsewhere })
  }
  return enabledPlugins(config).has('ServiceAccount')
    ? accountControllers({ ...contextOf('service-accounts'), rootCa })
    : []
}
