import { defaultConfig } from '#server/config.js'
import {
  CLUSTERS_DEFAULTS,
  CLUSTERS_OPTIONS,
  clusterName,
  EXPLAIN_DEFAULTS,
  EXPLAIN_OPTIONS,
  type ExplainRequest,
  type HostRequest,
  JOIN_DEFAULTS,
  JOIN_OPTIONS,
  type JoinOptions,
  joinError,
  namedObject,
  readHostOptions,
  UNJOIN_DEFAULTS,
  UNJOIN_OPTIONS,
  type UnjoinOptions,
} from './cluster-options.js'
import { type Command, flagsOf } from './command.js'
import type { ProcessEnvironment } from './process-environment.js'
import { checked } from './read-options.js'

export type Output = Pick<ProcessEnvironment, 'print' | 'printError'>
type Joining = typeof import('#federation/joining/index.js')

type JoinRequest = JoinOptions & { readonly name: string }
type UnjoinRequest = UnjoinOptions & { readonly name: string }

export const joinCommand: Command<JoinRequest> = {
  name: 'join',
  usage: ['<name> --kubeconfig <file> [flags]', '<name> --pull [flags]'],
  summary: 'register a cluster with a federation host',
  description: `Creates a service account in the member with only the permissions that the federation needs,
stores its credentials in the host, registers the cluster and waits until it is ready. Joining
again renews credentials and permissions.

With --pull, registers a cluster that the host does not reach. Its agent connects to the host; the
command is printed.`,
  flags: flagsOf(JOIN_OPTIONS, JOIN_DEFAULTS),
  parse(argv, env) {
    const { name, flags } = clusterName('join', argv)
    return { name, ...checked(readHostOptions(JOIN_OPTIONS, JOIN_DEFAULTS, flags, env), joinError) }
  },
  run: join,
}

export const unjoinCommand: Command<UnjoinRequest> = {
  name: 'unjoin',
  usage: ['<name> [flags]'],
  summary: 'remove a cluster from a federation host',
  description: `Removes a cluster and its credentials from the host. With a kubeconfig for the member, also
removes the service account there. Propagated objects stay in the member.`,
  flags: flagsOf(UNJOIN_OPTIONS, UNJOIN_DEFAULTS),
  parse(argv, env) {
    const { name, flags } = clusterName('unjoin', argv)
    return { name, ...readHostOptions(UNJOIN_OPTIONS, UNJOIN_DEFAULTS, flags, env) }
  },
  run: unjoin,
}

export const clustersCommand: Command<HostRequest> = {
  name: 'clusters',
  usage: ['[flags]'],
  summary: 'list the clusters of a federation host',
  description: 'Lists the clusters of a host with their readiness, version, zones and region.',
  flags: flagsOf(CLUSTERS_OPTIONS, CLUSTERS_DEFAULTS),
  parse: (argv, env) => readHostOptions(CLUSTERS_OPTIONS, CLUSTERS_DEFAULTS, argv, env),
  run: printClusters,
}

export const explainPlacementCommand: Command<ExplainRequest> = {
  name: 'explain-placement',
  usage: ['<kind>/<name> [flags]'],
  summary: 'say in which clusters an object is, and why',
  description: `Prints the policy that acts on an object of a federation host, and a line for each cluster: whether
it was chosen, the state of the copy there, and why it was not chosen or what is wrong.

  binnacle explain-placement deployment/web -n shop`,
  flags: flagsOf(EXPLAIN_OPTIONS, EXPLAIN_DEFAULTS),
  parse(argv, env) {
    const { resource, name, flags } = namedObject('explain-placement', argv)
    return { resource, name, ...readHostOptions(EXPLAIN_OPTIONS, EXPLAIN_DEFAULTS, flags, env) }
  },
  run: explainPlacement,
}

/** Registers a cluster, and resolves with the exit code. */
function join(request: JoinRequest, output: Output): Promise<number> {
  return reported(output, async (joining, print) => {
    const { name, federationNamespace: namespace, labels, timeoutMs, agentKubeconfig } = request
    if (request.pull) {
      const host = await hostAccess(joining, request)
      await joining.joinPulled({ name, namespace, labels, host, agentKubeconfig }, print)
      return
    }
    const member = await joining.accessFromKubeconfig(request.kubeconfig, request.context)
    const { impersonates, sharesServices } = request
    const cluster = {
      name,
      namespace,
      labels,
      address: request.address || member.server,
      member,
      impersonates,
      sharesServices,
    }
    if (request.dryRun) print(joining.joinManifests(cluster).trimEnd())
    else await joining.joinCluster({ ...cluster, host: await hostAccess(joining, request), timeoutMs }, print)
  })
}

/** Removes a cluster, and resolves with the exit code. */
function unjoin(request: UnjoinRequest, output: Output): Promise<number> {
  return reported(output, async (joining, print) => {
    const { name, federationNamespace: namespace, kubeconfig } = request
    const member =
      kubeconfig === '' ? undefined : await joining.accessFromKubeconfig(kubeconfig, request.context)
    const host = await hostAccess(joining, request)
    await joining.unjoinCluster({ name, namespace, member, host }, print)
  })
}

/** Prints the clusters of a host, and resolves with the exit code. */
function printClusters(request: HostRequest, output: Output): Promise<number> {
  return reported(output, async (joining, print) => {
    for (const line of await joining.listClusters(await hostAccess(joining, request))) print(line)
  })
}

/** Prints in which clusters an object is, and why, and resolves with the exit code. */
function explainPlacement(request: ExplainRequest, output: Output): Promise<number> {
  return reported(output, async (joining, print) => {
    for (const line of await joining.explainPlacement(await hostAccess(joining, request), request))
      print(line)
  })
}

/** Access to the host that the options name. Rejects with `JoinError`. */
export function hostAccess(
  { accessFromKubeconfig, anonymousAccess }: Joining,
  { server, hostKubeconfig, hostContext }: HostRequest,
): ReturnType<Joining['anonymousAccess']> {
  if (hostKubeconfig !== '') return accessFromKubeconfig(hostKubeconfig, hostContext)
  return anonymousAccess(server || `http://${defaultConfig.host}:${defaultConfig.port}`)
}

/** Runs a command that prints its results or errors, and resolves with the exit code. */
export async function reported(
  { print, printError }: Output,
  run: (joining: Joining, print: Output['print']) => Promise<void>,
): Promise<number> {
  // Loaded only now: help and usage errors are printed without waiting for it.
  const joining = await import('#federation/joining/index.js')
  try {
    await run(joining, print)
    return 0
  } catch (error) {
    if (!(error instanceof joining.JoinError)) throw error
    printError(`binnacle: ${error.message}`)
    return 1
  }
}
