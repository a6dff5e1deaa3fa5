import { defaultPlugins } from '#admission/index.js'
import { arrangePlugins, enabledPlugins, ineffectivePlugins } from '#admission/plugin-order.js'
import { EncodingCache } from '#cache/encoding-cache.js'
import { NamespaceLifecycle } from '#controllers/namespaces/lifecycle.js'
import type { NamespaceController } from '#controllers/namespaces/namespace-controller.js'
import { DefinitionAdmission } from '#custom-resources/custom-resource-kinds.js'
import { serveBindings } from '#kinds/core/binding/index.js'
import { serveComponents } from '#kinds/core/componentstatus/components.js'
import { ResourceStores } from '#registry/stores.js'
import { type AdmissionPlugin, callingOtherServers } from '#registry/write/admission.js'
import { AdmissionMetrics } from '#registry/write/admission-metrics.js'
import { federationOf } from '#server/config.js'
import { pluginsOffByGate } from '#server/feature-gates/feature-gates.js'
import { storeFailure } from '#server/front.js'
import { federationAdmission, optionalAdmission, podSecurityConfigOf } from '#server/optional-parts.js'
import { DynamicAdmission } from '#webhooks/dynamic-admission.js'
import type { FollowedKinds } from './follow-kinds.js'
import type { Security } from './open-security.js'
import type { Store } from './open-store.js'
import type { StartContext } from './start-context.js'

/** What the stores build on. Namespaces are known once controllers run, which is before the first write. */
export interface StoresDependencies {
  readonly store: Store
  readonly followed: FollowedKinds
  readonly security: Security
  readonly namespaces: () => NamespaceController
}

/** The stores of all kinds, with everything that a write passes. */
export async function openStores(
  context: StartContext,
  dependencies: StoresDependencies,
): Promise<ResourceStores> {
  const { config, metrics, clock, random, opened } = context
  const { store, followed, security } = dependencies
  const { webhooks, feed } = followed
  const { authorize, reviewHandlers } = security.access
  const federationPlugins = config.federation ? await federationAdmission(federationOf(config), feed) : []
  const dynamic = new DynamicAdmission(store.kinds, feed, webhooks, authorize, random, metrics)
  opened.push(() => dynamic.close())
  const plugins = await builtInAdmission(context, dependencies, dynamic)
  const stores = new ResourceStores(store.kinds, {
    storage: store.measured,
    cache: store.cache,
    encodings: new EncodingCache(),
    tokens: store.continueTokens,
    admission: [...plugins, ...federationPlugins],
    registrations: dynamic.registrations,
    admissionMetrics: new AdmissionMetrics(metrics),
    ...{ reviewHandlers, clock, random },
    features: store.features,
  })
  serveBindings(stores)
  serveComponents(stores, () => storeFailure(store.engine), config.simulateWorkloads)
  return stores
}

/** The plugins that are on, in their order. */
async function builtInAdmission(
  { config, logger, random }: StartContext,
  { store, followed, security, namespaces }: StoresDependencies,
  dynamic: DynamicAdmission,
): Promise<readonly AdmissionPlugin[]> {
  const { kinds, cache } = store
  const { access } = security
  const { authorize, asksOtherServers } = access
  const enabled = enabledPlugins({
    ...config,
    disableAdmissionPlugins: [...config.disableAdmissionPlugins, ...pluginsOffByGate(config)],
  })
  const ineffective = ineffectivePlugins(config)
  if (ineffective.length > 0) logger.warn({ plugins: ineffective }, 'admission plugins without an effect')
  const lifecycle = new NamespaceLifecycle({
    mode: config.namespaces,
    phaseOf: (name) => namespaces().phaseOf(name),
    mayCreate: (user) => access.canCreateNamespaces(user),
    create: (name) => namespaces().create(name),
  })
  const plugins = [
    lifecycle,
    ...access.admission,
    new DefinitionAdmission(followed.customResourceKinds),
    ...defaultPlugins(cache, config, await podSecurityConfigOf(config)),
    ...(asksOtherServers ? callingOtherServers(dynamic.plugins) : dynamic.plugins),
    ...(await optionalAdmission(enabled, {
      ...{ cache, kinds, feed: followed.feed, random, authorize, asksOtherServers },
      namespaces: {
        exists: (name) => namespaces().phaseOf(name) !== undefined,
        create: (name) => namespaces().create(name),
      },
    })),
  ]
  return arrangePlugins(plugins, enabled)
}
