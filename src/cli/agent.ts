import { hostAccess } from './cluster-commands.js'
import { AGENT_DEFAULTS, AGENT_OPTIONS, type AgentRequest, readHostOptions } from './cluster-options.js'
import { type Command, flagsOf } from './command.js'
import { nextSignal, type ProcessEnvironment } from './process-environment.js'

export const agentCommand: Command<AgentRequest> = {
  name: 'agent',
  usage: ['--cluster <name> --kubeconfig <file> [flags]'],
  summary: 'connect a cluster behind a firewall to a federation host',
  description: `Connects a cluster that was registered with "binnacle join <name> --pull" to its federation host,
and passes the requests of the host to the cluster. There is one outgoing connection, to the host.
The credentials for the cluster stay here. Connects again when the connection is lost.`,
  flags: flagsOf(AGENT_OPTIONS, AGENT_DEFAULTS),
  parse: (argv, env) => readHostOptions(AGENT_OPTIONS, AGENT_DEFAULTS, argv, env),
  run: connectUntilSignal,
}

/** Runs the agent of a cluster until a signal, and resolves with the exit code. */
async function connectUntilSignal(
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
