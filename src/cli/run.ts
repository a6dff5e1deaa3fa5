import { type Environment, parseArguments } from './arguments.js'
import type { ProcessEnvironment } from './process-environment.js'

/** Runs a command and resolves with its exit code; 2 for a usage error. */
export async function run(
  argv: readonly string[],
  env: Environment,
  environment: ProcessEnvironment,
): Promise<number> {
  const invocation = await parseArguments(argv, env)
  switch (invocation.kind) {
    case 'run':
      return invocation.command.run(invocation.request, environment)
    case 'help':
      environment.print(invocation.text)
      return 0
    case 'reject':
      environment.printError(`binnacle: ${invocation.message} (see "binnacle help")`)
      return 2
  }
}
