import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { type Command, flagsOf } from '#cli/command.js'
import { type ProcessEnvironment, SIGNAL_CODES, type StopSignal } from '#cli/process-environment.js'
import { StartError } from '#server/config.js'
import { parseTest, TEST_DEFAULTS, TEST_OPTIONS, type TestRequest } from './test-options.js'

const NOT_FOUND = 127
const NOT_EXECUTABLE = 126

export const testCommand: Command<TestRequest> = {
  name: 'test',
  usage: ['[flags] -- <command> [arguments]'],
  summary: 'run a command with a server of its own',
  description: `Starts a server in memory, runs the command and stops the server. KUBECONFIG is a kubeconfig for
an administrator, BINNACLE_URL the URL of the server. Prints the objects that were left behind.
Exits with the code of the command.`,
  flags: flagsOf(TEST_OPTIONS, TEST_DEFAULTS),
  parse: parseTest,
  run: runWithServer,
}

/** Runs a command with a server of its own, and resolves with the exit code of the command. */
async function runWithServer(
  { config, fixtures, program, args }: TestRequest,
  { printError, signals }: Pick<ProcessEnvironment, 'printError' | 'signals'>,
): Promise<number> {
  // Loaded only now: help and usage errors are printed without waiting for it.
  const { startCommandServer } = await import('#testing/runner/command-server.js')
  const server = await startCommandServer(config, fixtures).catch((error: unknown) => {
    if (error instanceof StartError || (error as Error).name === 'FixtureError') return error as Error
    throw error
  })
  if (server instanceof Error) {
    printError(`binnacle: ${server.message}`)
    return 1
  }
  try {
    const code = await runProgram(program, args, server.variables, { printError, signals })
    for (const line of await server.leftBehind()) printError(line)
    return code
  } finally {
    await server.close()
  }
}

/** Runs a program with the streams of this process, passes signals on, and resolves with its exit code. */
function runProgram(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  { printError, signals }: Pick<ProcessEnvironment, 'printError' | 'signals'>,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } })
    const forward = (signal: StopSignal) => {
      // A terminal sends Ctrl-C to the program itself.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    const stopSignals = Object.keys(SIGNAL_CODES)
    for (const signal of stopSignals) signals.on(signal, forward)
    const end = (code: number) => {
      for (const signal of stopSignals) signals.off(signal, forward)
      resolve(code)
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      printError(`binnacle: cannot run ${program}: ${error.code === 'ENOENT' ? 'not found' : error.message}`)
      end(error.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE)
    })
    child.on('exit', (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}
