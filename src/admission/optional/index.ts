import { StoredObjects } from '#admission/stored-objects.js'
import type { ObjectCache } from '#cache/object-cache.js'
import type { Authorize } from '#registry/authorize.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { AdmissionPlugin } from '#registry/write/admission.js'
import type { Random } from '#util/random.js'
import { AlwaysDeny } from './always-deny.js'
import { AlwaysPullImages } from './always-pull-images.js'
import { ExtendedResourceTolerations } from './extended-resource-tolerations.js'
import { DenyExternalIPs } from './external-ips.js'
import { HardAntiAffinity } from './hard-anti-affinity.js'
import { NamespaceAutoProvision, NamespaceExists, type Namespaces } from './namespaces.js'
import { NodeRestriction } from './node-restriction/index.js'
import { OwnerPermissions } from './owner-permissions.js'
import { PodNodeSelector } from './pod-node-selector.js'
import { PodTolerations } from './pod-tolerations.js'
import { ServiceAccounts } from './service-account/index.js'

export interface OptionalPluginContext {
  readonly cache: ObjectCache
  readonly kinds: KindRegistry
  readonly feed: ChangeFeed
  readonly random: Random
  readonly authorize: Authorize
  /** Whether `authorize` may ask another server. */
  readonly asksOtherServers: boolean
  readonly namespaces: Namespaces
}

/** The plugins that are off by default. */
export function optionalPlugins(context: OptionalPluginContext): readonly AdmissionPlugin[] {
  const { cache, kinds, feed, random, authorize, asksOtherServers, namespaces } = context
  const stored = new StoredObjects(cache)
  return [
    new NamespaceAutoProvision(namespaces),
    new NamespaceExists(namespaces),
    new HardAntiAffinity(),
    new ServiceAccounts(stored, feed, random),
    new NodeRestriction(stored, authorize),
    new AlwaysPullImages(),
    new PodNodeSelector(stored),
    new PodTolerations(stored),
    new ExtendedResourceTolerations(),
    new OwnerPermissions(authorize, asksOtherServers, kinds),
    new DenyExternalIPs(),
    new AlwaysDeny(),
  ]
}
