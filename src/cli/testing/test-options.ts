import { UsageError } from '#cli/process-environment.js'
import { type Environment, readOptions } from '#cli/read-options.js'
import { defaultConfig, type ServerConfig } from '#server/config.js'
import { OPTIONS } from '#server/options/table.js'

/** The options of `serve` that a test may need. The server is always in memory and on loopback. */
type TestOptions = Pick<
  ServerConfig,
  | 'port'
  | 'simulateWorkloads'
  | 'namespaces'
  | 'historyWindowMs'
  | 'eventTtlMs'
  | 'serviceResolver'
  | 'auditLog'
  | 'auditPolicyFile'
  | 'logLevel'
>

export const TEST_OPTIONS = {
  // A variable for another server must not choose the port of this one.
  port: { ...OPTIONS.port, hasVariable: false },
  simulateWorkloads: OPTIONS.simulateWorkloads,
  namespaces: OPTIONS.namespaces,
  historyWindowMs: OPTIONS.historyWindowMs,
  eventTtlMs: OPTIONS.eventTtlMs,
  serviceResolver: OPTIONS.serviceResolver,
  auditLog: OPTIONS.auditLog,
  auditPolicyFile: OPTIONS.auditPolicyFile,
  logLevel: OPTIONS.logLevel,
}

export const TEST_DEFAULTS: TestOptions = { ...defaultConfig, port: 0, logLevel: 'error' }

export interface TestRequest {
  readonly config: ServerConfig
  readonly program: string
  readonly args: readonly string[]
}

/** The arguments before `--`. */
export function ownArguments(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end < 0 ? argv : argv.slice(0, end)
}

export function parseTest(argv: readonly string[], env: Environment): TestRequest {
  const own = ownArguments(argv)
  const options = readOptions<TestOptions>(TEST_OPTIONS, TEST_DEFAULTS, own, env)
  const [program, ...args] = argv.slice(own.length + 1)
  if (program === undefined) throw new UsageError('missing command: binnacle test [flags] -- <command>')
  return { config: { ...defaultConfig, ...options, storage: 'memory' }, program, args }
}
