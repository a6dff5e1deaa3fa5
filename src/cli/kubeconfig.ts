import { StartError } from '#server/config.js'
import { type Command, flagsOf } from './command.js'
import {
  KUBECONFIG_DEFAULTS,
  KUBECONFIG_OPTIONS,
  type KubeconfigRequest,
  parseKubeconfig,
} from './kubeconfig-options.js'
import type { ProcessEnvironment } from './process-environment.js'

export const kubeconfigCommand: Command<KubeconfigRequest> = {
  name: 'kubeconfig',
  usage: ['[flags]'],
  summary: 'print a kubeconfig for a server',
  description: `Prints a kubeconfig for a server that was started with --tls-self-signed: its URL, its CA and a
new client certificate for the user, signed by the CA in the data folder. Roles bound to the user
or its groups decide what the user may do. The group system:masters may do everything.

With --cluster, prints a kubeconfig for a cluster of a federation host. Its requests go through
the host, which needs the permission for clusters/proxy.

With --all-clusters, prints a kubeconfig for all clusters of a federation host: "kubectl get" and
"kubectl get --watch" then show the objects of every cluster.`,
  flags: flagsOf(KUBECONFIG_OPTIONS, KUBECONFIG_DEFAULTS),
  parse: parseKubeconfig,
  run: printKubeconfig,
}

/** Prints a kubeconfig, and resolves with the exit code. */
async function printKubeconfig(
  request: KubeconfigRequest,
  { print, printError }: Pick<ProcessEnvironment, 'print' | 'printError'>,
): Promise<number> {
  // Loaded only now: help and usage errors are printed without waiting for it.
  const { makeKubeconfig } = await import('#server/kubeconfig/kubeconfig.js')
  try {
    print((await makeKubeconfig(request)).trimEnd())
    return 0
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    printError(`binnacle: ${error.message}`)
    return 1
  }
}
