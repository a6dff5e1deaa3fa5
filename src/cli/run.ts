import { packageVersion } from '#server/version.js'
import { agentCommand } from './agent.js'
import { type Environment, parseArguments } from './arguments.js'
import { clustersCommand, explainPlacementCommand, joinCommand, unjoinCommand } from './cluster-commands.js'
import { federationUpCommand } from './federation/up.js'
import {
  agentHelp,
  clustersHelp,
  explainPlacementHelp,
  exportHelp,
  federationHelp,
  importHelp,
  joinHelp,
  kubeconfigHelp,
  overview,
  recordHelp,
  serveHelp,
  testHelp,
  unjoinHelp,
  verifyHelp,
} from './help.js'
import { kubeconfigCommand } from './kubeconfig.js'
import type { ProcessEnvironment } from './process-environment.js'
import { serve } from './serve.js'
import { recordCommand } from './testing/record.js'
import { testCommand } from './testing/test.js'
import { exportCommand, importCommand } from './transfer.js'
import { verifyCommand } from './verify.js'

const TOPICS = {
  overview,
  serve: serveHelp,
  export: exportHelp,
  import: importHelp,
  verify: verifyHelp,
  kubeconfig: kubeconfigHelp,
  join: joinHelp,
  unjoin: unjoinHelp,
  clusters: clustersHelp,
  agent: agentHelp,
  'explain-placement': explainPlacementHelp,
  federation: federationHelp,
  test: testHelp,
  record: recordHelp,
} as const

/** Runs a command and resolves with its exit code; 2 for a usage error. */
export async function run(
  argv: readonly string[],
  env: Environment,
  environment: ProcessEnvironment,
): Promise<number> {
  const invocation = parseArguments(argv, env)
  switch (invocation.command) {
    case 'serve':
      return serve(invocation.config, environment)
    case 'export':
      return exportCommand(invocation.request, environment)
    case 'import':
      return importCommand(invocation.request, environment)
    case 'verify':
      return verifyCommand(invocation.request, environment)
    case 'kubeconfig':
      return kubeconfigCommand(invocation.request, environment)
    case 'join':
      return joinCommand(invocation.request, environment)
    case 'unjoin':
      return unjoinCommand(invocation.request, environment)
    case 'clusters':
      return clustersCommand(invocation.request, environment)
    case 'agent':
      return agentCommand(invocation.request, environment)
    case 'explain-placement':
      return explainPlacementCommand(invocation.request, environment)
    case 'federation':
      return federationUpCommand(invocation.request, environment)
    case 'test':
      return testCommand(invocation.request, environment)
    case 'record':
      return recordCommand(invocation.request, environment)
    case 'help':
      environment.print(TOPICS[invocation.topic]())
      return 0
    case 'version':
      environment.print(packageVersion())
      return 0
    case 'reject':
      environment.printError(`binnacle: ${invocation.message} (see "binnacle help")`)
      return 2
  }
}
