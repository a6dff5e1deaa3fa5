import { defaultConfig } from '#server/config.js'
import type { ExplainRequest, HostRequest, JoinOptions, UnjoinOptions } from './cluster-options.js'
import type { ProcessEnvironment } from './process-environment.js'

type Output = Pick<ProcessEnvironment, 'print' | 'printError'>
type Joining = typeof import('#federation/joining/index.js')

export type JoinRequest = JoinOptions & { readonly name: string }
export type UnjoinRequest = UnjoinOptions & { readonly name: string }

/** Registers a cluster, and resolves with the exit code. */
export function joinCommand(request: JoinRequest, output: Output): Promise<number> {
  return reported(output, async (joining, print) => {
    const { name, federationNamespace: namespace, labels, timeoutMs, agentKubeconfig } = request
    if (request.pull) {
      const host = await hostAccess(joining, request)
      await joining.joinPulled({ name, namespace, labels, host, agentKubeconfig }, print)
      return
    }
    const member = await joining.accessFromKubeconfig(request.kubeconfig, request.context)
    const { impersonates } = request
    const cluster = {
      name,
      namespace,
      labels,
      address: request.address || member.server,
      member,
      impersonates,
    }
    if (request.dryRun) print(joining.joinManifests(cluster).trimEnd())
    else await joining.joinCluster({ ...cluster, host: await hostAccess(joining, request), timeoutMs }, print)
  })
}

/** Removes a cluster, and resolves with the exit code. */
export function unjoinCommand(request: UnjoinRequest, output: Output): Promise<number> {
  return reported(output, async (joining, print) => {
    const { name, federationNamespace: namespace, kubeconfig } = request
    const member =
      kubeconfig === '' ? undefined : await joining.accessFromKubeconfig(kubeconfig, request.context)
    const host = await hostAccess(joining, request)
    await joining.unjoinCluster({ name, namespace, member, host }, print)
  })
}

/** Prints the clusters of a host, and resolves with the exit code. */
export function clustersCommand(request: HostRequest, output: Output): Promise<number> {
  return reported(output, async (joining, print) => {
    for (const line of await joining.listClusters(await hostAccess(joining, request))) print(line)
  })
}

/** Prints in which clusters an object is, and why, and resolves with the exit code. */
export function explainPlacementCommand(request: ExplainRequest, output: Output): Promise<number> {
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

async function reported(
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
