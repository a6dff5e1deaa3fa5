import { hostAccess } from './cluster-commands.js'
import type { AgentRequest } from './cluster-options.js'
import { nextSignal, type ProcessEnvironment } from './process-environment.js'

/** Runs the agent of a cluster until a signal, and resolves with the exit code. */
export async function agentCommand(
  request: AgentRequest,
  { print, printError, signals }: Pick<ProcessEnvironment, 'print' | 'printError' | 'signals'>,
): Promise<number> {
  // Loaded only now: help and usage errors are printed without waiting for it.
  const joining = await import('#federation/joining/index.js')
  const { runAgent } = await import('#federation/agent/agent.js')
  const member = () => joining.accessFromKubeconfig(request.kubeconfig, request.context)
  const host = () => hostAccess(joining, request)
  try {
    // A file that cannot be used now is a mistake of the operator.
    await Promise.all([member(), host()])
  } catch (error) {
    if (!(error instanceof joining.JoinError)) throw error
    printError(`binnacle: ${error.message}`)
    return 1
  }
  const controller = new AbortController()
  void nextSignal(signals).then(() => controller.abort())
  await runAgent({ cluster: request.cluster, host, member, signal: controller.signal, log: print })
  return 0
}
