import { type Command, flagsOf } from '#cli/command.js'
import { nextSignal, type ProcessEnvironment, quoteForShell, SIGNAL_CODES } from '#cli/process-environment.js'
import { StartError } from '#server/config.js'
import type { LocalFederation, LocalFederationRequest } from '#server/local-federation.js'
import { alignedColumns } from '#util/text/columns.js'
import { parseUp, UP_DEFAULTS, UP_OPTIONS } from './up-options.js'

export const federationUpCommand: Command<LocalFederationRequest> = {
  name: 'federation up',
  usage: ['[flags]'],
  summary: 'start a host and members in one process, to try a federation',
  description: `Starts a host and members with simulated workloads in this process, on loopback and open to every
user of the machine. Registers the members with regions and zones, waits until they are ready and
prints commands to try. SIGTERM or SIGINT (Ctrl-C) ends all of it.`,
  flags: flagsOf(UP_OPTIONS, UP_DEFAULTS),
  parse: parseUp,
  run: serveUntilSignal,
}

/** Runs a federation until a signal, and resolves with the exit code. A second signal exits at once. */
async function serveUntilSignal(
  request: LocalFederationRequest,
  { print, printError, signals }: Pick<ProcessEnvironment, 'print' | 'printError' | 'signals'>,
): Promise<number> {
  // Loaded only now: help and usage errors are printed without waiting for it.
  const { startLocalFederation } = await import('#server/local-federation.js')
  let federation: LocalFederation
  try {
    federation = await startLocalFederation(request)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    printError(`binnacle: ${error.message}`)
    return 1
  }
  const stop = nextSignal(signals)
  for (const line of introduction(request, federation)) print(line)
  await stop
  const impatience = nextSignal(signals).then((signal) => SIGNAL_CODES[signal])
  return Promise.race([federation.close().then(() => 0), impatience])
}

const MOVE = [
  'Then move all replicas to one member, and look again:',
  '',
  '  kubectl annotate deployment web federation.binnacle.dev/clusters=m1',
  '',
]

/** What was started, and commands to paste. */
function introduction({ dataDir }: LocalFederationRequest, federation: LocalFederation): string[] {
  const { host, members, kubeconfigFile } = federation
  const rows = members.map(({ name, region, zones, url }) => [name, region, zones.join(','), url])
  const each = members.length === 1 ? 'one member' : `${members.length} members`
  return [
    `A federation with ${each} is running (${dataDir === '' ? 'in memory' : `data in ${dataDir}`}). Pods are simulated.`,
    '',
    ...alignedColumns([['CLUSTER', 'REGION', 'ZONES', 'SERVER'], ['host', '-', '-', host.url], ...rows]).map(
      (line) => `  ${line}`,
    ),
    '',
    'Paste this into another terminal:',
    '',
    `  export KUBECONFIG=${quoteForShell(kubeconfigFile)}`,
    '  kubectl get clusters -o wide',
    '  kubectl create deployment web --image=nginx --replicas=9',
    '  kubectl rollout status deployment web',
    `  for m in ${members.map(({ name }) => name).join(' ')}; do kubectl --context $m get deployment web; done`,
    '',
    ...(members.length === 1 ? [] : MOVE),
    'Ctrl-C ends all of it.',
  ]
}
