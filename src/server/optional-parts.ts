import type { OpenReviewWebhook } from '#access/review-webhook.js'
import type { OptionalPluginContext } from '#admission/optional/index.js'
import { usesOptionalPlugins } from '#admission/plugin-order.js'
import { DEFAULT_POD_SECURITY, type PodSecurityConfig } from '#admission/pod-security/configuration.js'
import { alwaysLeading, type Controller } from '#controllers/controller.js'
import { type FederationConfig, type FederationContext, parseListenAddress } from '#federation/config.js'
import type { Federation } from '#federation/federation.js'
import type { ClusterMembers } from '#federation/members/cluster-members.js'
import { explainListenError } from '#http/connection/listen-error.js'
import type { StreamObservers } from '#http/response/watch-stream.js'
import type { Mount } from '#http/routes/mount.js'
import { service, serviceOf } from '#kinds/core/service/index.js'
import { kinds } from '#kinds/index.js'
import { serviceUnavailable } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { AdmissionPlugin } from '#registry/write/admission.js'
import type { Search } from '#search/search.js'
import type { TimerClock } from '#util/clock.js'
import type { WorkloadContext } from '#workloads/action.js'
import type { ArchiveDependencies, OpenArchive } from './backup/open-archive.js'
import { type ProgramConfig, type ServerConfig, type ServerFilters, StartError } from './config.js'
import type { EncryptionDependencies, OpenEncryption } from './encryption/open-encryption.js'
import { SEARCH_PREFIX } from './kubeconfig/search-prefix.js'
import { chooseVersions, type ServedKinds } from './runtime-config/served-versions.js'
import type { OpenStorage } from './storage.js'

/**
 * The parts of a server that most servers do without. Each loads its code when it is asked for, so that it costs other
 * servers nothing.
 */

/** The filters of the configuration, with the rules of a faults file. */
export async function filtersOf(
  config: ServerConfig & ProgramConfig,
  logger: Logger,
): Promise<ServerFilters> {
  const { faultsFile, filters = {} } = config
  if (faultsFile === '') return filters
  const { FaultsFileError, openFaults } = await import('#faults/open-faults.js')
  try {
    return { ...filters, afterAccess: await openFaults(faultsFile, logger, filters.afterAccess) }
  } catch (error) {
    throw error instanceof FaultsFileError ? new StartError(error.message, { cause: error }) : error
  }
}

/** A store with the objects and the history of a recording. */
export function openRecording(path: string, clock: TimerClock, logger: Logger): OpenStorage {
  return async () => {
    const { loadRecording } = await import('#recording/load-recording.js')
    const { storage, leftOut } = await loadRecording(path, clock)
    if (leftOut > 0) logger.warn({ path, objects: leftOut }, 'left out recorded objects that are not valid')
    return { storage, leadership: alwaysLeading }
  }
}

export const openReviewWebhook: OpenReviewWebhook = async (path, timeoutMs) =>
  (await import('./identity/review-webhook.js')).openReviewWebhook(path, timeoutMs)

export async function archiveOf(
  config: ServerConfig,
  dependencies: ArchiveDependencies,
): Promise<OpenArchive | undefined> {
  return config.archive === ''
    ? undefined
    : (await import('./backup/open-archive.js')).openArchive(config, dependencies)
}

/** Undefined without `--encryption-config`. */
export async function encryptionOf(
  { encryptionConfig }: ServerConfig,
  dependencies: EncryptionDependencies,
): Promise<OpenEncryption | undefined> {
  return encryptionConfig === ''
    ? undefined
    : (await import('./encryption/open-encryption.js')).openEncryption(encryptionConfig, dependencies)
}

export async function customResourceTypes() {
  return (await import('#custom-resources/custom-resource-kind.js')).expressionTypeOf
}

export async function simulatedWorkloads(parts: WorkloadContext): Promise<readonly Controller[]> {
  const { workloadControllers } = await import('#workloads/workloads.js')
  return workloadControllers(parts)
}

/** The controllers of default service accounts, which simulated workloads have too. */
export async function accountControllers(parts: WorkloadContext): Promise<readonly Controller[]> {
  return [(await import('#workloads/namespaces/namespaces.js')).namespaceContent(parts)]
}

/** The workloads that a federation host leaves to its members. */
export async function federatedWorkloads(config: FederationConfig, feed: ChangeFeed) {
  return (await import('#federation/federation.js')).federatedWorkloads(config, feed)
}

/** A federation host serves more, and simulated workloads have metrics, which are no kinds of kube-apiserver. */
export async function servedKinds(config: ServerConfig): Promise<ServedKinds> {
  const stored = config.federation ? (await import('#kinds/federation-kinds.js')).hostKinds() : kinds
  const metrics = config.simulateWorkloads ? (await import('#workloads/workloads.js')).simulatedKinds : []
  const configured = stored.map((kind) => (kind === service ? serviceOf(config) : kind))
  const { kinds: chosen, isServed } = chooseVersions(configured, config)
  const isMetrics = new Set(metrics.flatMap(({ versions }) => versions))
  return {
    kinds: [...chosen, ...metrics],
    isServed: (version) => isMetrics.has(version) || isServed(version),
  }
}

export async function actingFederation(parts: FederationContext): Promise<Federation> {
  const { createFederation } = await import('#federation/federation.js')
  const { dnsListen } = parts.config.dns
  try {
    return await createFederation(parts)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    const { host = dnsListen, port = 0 } = parseListenAddress(dnsListen) ?? {}
    throw new StartError(`DNS: ${explainListenError(error, host, port)}`, { cause: error })
  }
}

/** Searches over all clusters. They are loaded with the first request. */
export class LazySearch {
  readonly #context: FederationContext
  readonly #members: ClusterMembers
  #search: Promise<Search> | undefined
  #isClosed = false

  constructor(context: FederationContext, members: ClusterMembers) {
    this.#context = context
    this.#members = members
  }

  mount(observer: StreamObservers): Mount {
    return {
      prefix: SEARCH_PREFIX,
      servesOthers: true,
      api: {
        path: SEARCH_PREFIX,
        negotiated: false,
        respond: async (context) => (await this.#open(observer)).respond(context),
      },
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    ;(await this.#search)?.close()
  }

  #open(observer: StreamObservers): Promise<Search> {
    if (this.#isClosed) throw serviceUnavailable('the server is shutting down')
    this.#search ??= import('#search/search.js').then(({ Search }) =>
      Search.start(this.#context, this.#members, observer),
    )
    return this.#search
  }
}

/** The configuration of PodSecurity in `--admission-control-config-file`. */
export async function podSecurityConfigOf(config: ServerConfig): Promise<PodSecurityConfig> {
  const path = config.admissionControlConfigFile
  if (path === '') return DEFAULT_POD_SECURITY
  return (await import('./admission/admission-file.js')).readAdmissionFile(path)
}

/** The admission plugins that are off by default, if one of them is on. */
export async function optionalAdmission(
  enabled: ReadonlySet<string>,
  context: OptionalPluginContext,
): Promise<readonly AdmissionPlugin[]> {
  if (!usesOptionalPlugins(enabled)) return []
  return (await import('#admission/optional/index.js')).optionalPlugins(context)
}

export async function federationAdmission(
  config: FederationConfig,
  feed: ChangeFeed,
): Promise<readonly AdmissionPlugin[]> {
  const { federationPlugins } = await import('#federation/admission.js')
  return federationPlugins(config, feed)
}
