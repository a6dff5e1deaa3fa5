import { alwaysLeading, type Controller } from '#controllers/controller.js'
import { type FederationConfig, type FederationContext, parseListenAddress } from '#federation/config.js'
import type { Federation } from '#federation/federation.js'
import type { ClusterMembers } from '#federation/members/cluster-members.js'
import { explainListenError } from '#http/connection/listen-error.js'
import type { StreamObserver } from '#http/response/watch-stream.js'
import type { Mount } from '#http/routes/mount.js'
import { kinds } from '#kinds/index.js'
import { serviceUnavailable } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import type { StoredKind } from '#registry/kind.js'
import type { AdmissionPlugin } from '#registry/write/admission.js'
import type { Search } from '#search/search.js'
import type { TimerClock } from '#util/clock.js'
import type { WorkloadContext } from '#workloads/action.js'
import { type ProgramConfig, type ServerConfig, type ServerFilters, StartError } from './config.js'
import { SEARCH_PREFIX } from './search-prefix.js'
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

export async function customResourceTypes() {
  return (await import('#custom-resources/custom-resource-kind.js')).expressionTypeOf
}

export async function simulatedWorkloads(parts: WorkloadContext): Promise<readonly Controller[]> {
  const { workloadControllers } = await import('#workloads/workloads.js')
  return workloadControllers(parts)
}

/** The workloads that a federation host leaves to its members. */
export async function federatedWorkloads(config: FederationConfig) {
  return (await import('#federation/federation.js')).federatedWorkloads(config)
}

/** A federation host serves more, and simulated workloads have metrics. */
export async function servedKinds({
  federation,
  simulateWorkloads,
}: ServerConfig): Promise<readonly StoredKind[]> {
  const stored = federation ? (await import('#kinds/federation-kinds.js')).hostKinds() : kinds
  const metrics = simulateWorkloads ? (await import('#workloads/workloads.js')).simulatedKinds : []
  return [...stored, ...metrics]
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

  mount(observer: StreamObserver): Mount {
    return {
      prefix: SEARCH_PREFIX,
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

  #open(observer: StreamObserver): Promise<Search> {
    if (this.#isClosed) throw serviceUnavailable('the server is shutting down')
    this.#search ??= import('#search/search.js').then(({ Search }) =>
      Search.start(this.#context, this.#members, observer),
    )
    return this.#search
  }
}

export async function federationAdmission(config: FederationConfig): Promise<readonly AdmissionPlugin[]> {
  const { federationPlugins } = await import('#federation/admission.js')
  return federationPlugins(config)
}
