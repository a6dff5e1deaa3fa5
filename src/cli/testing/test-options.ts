import { UsageError } from '#cli/process-environment.js'
import { type Environment, readOptions } from '#cli/read-options.js'
import { defaultConfig, type ServerConfig } from '#server/config.js'
import { type Option, orNone } from '#server/options/option.js'
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
  | 'from'
  | 'faultsFile'
> &
  TestFixtures

/** The objects of the server at start: files, folders and globs. */
export interface TestFixtures {
  readonly crds: readonly string[]
  readonly objects: readonly string[]
}

const fixtures = (flag: string, what: string): Option<readonly string[]> => ({
  flag,
  placeholder: '<path,…>',
  hasVariable: false,
  isRepeatable: true,
  help: `${what} to load at start: files, folders or globs`,
  expected: 'one or more paths, separated by commas',
  parse: parsePaths,
  format: (paths) => orNone(paths.join(',')),
})

export const TEST_OPTIONS = {
  // A variable for another server must not choose the port of this one.
  port: { ...OPTIONS.port, hasVariable: false },
  crds: fixtures('--crds', 'CustomResourceDefinitions'),
  objects: fixtures('--objects', 'objects'),
  simulateWorkloads: OPTIONS.simulateWorkloads,
  faultsFile: { ...OPTIONS.faultsFile, hasVariable: false },
  from: { ...OPTIONS.from, hasVariable: false },
  namespaces: OPTIONS.namespaces,
  historyWindowMs: OPTIONS.historyWindowMs,
  eventTtlMs: OPTIONS.eventTtlMs,
  serviceResolver: OPTIONS.serviceResolver,
  auditLog: OPTIONS.auditLog,
  auditPolicyFile: OPTIONS.auditPolicyFile,
  logLevel: OPTIONS.logLevel,
}

export const TEST_DEFAULTS: TestOptions = {
  ...{ ...defaultConfig, port: 0, logLevel: 'error' },
  ...{ crds: [], objects: [] },
}

export interface TestRequest {
  readonly config: ServerConfig
  readonly fixtures: TestFixtures
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
  const { crds, objects, ...options } = readOptions<TestOptions>(TEST_OPTIONS, TEST_DEFAULTS, own, env)
  const [program, ...args] = argv.slice(own.length + 1)
  if (program === undefined) throw new UsageError('missing command: binnacle test [flags] -- <command>')
  const config: ServerConfig = { ...defaultConfig, ...options, storage: 'memory' }
  return { config, fixtures: { crds, objects }, program, args }
}

/** A comma in braces belongs to a glob. */
function parsePaths(text: string): readonly string[] | undefined {
  const paths = text.split(/,(?![^{]*\})/)
  return paths.every((path) => path !== '') ? paths : undefined
}
