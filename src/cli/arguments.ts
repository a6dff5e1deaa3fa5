import { configError, defaultConfig, defaultStorage, type ServerConfig } from '#server/config.js'
import type { LocalFederationRequest } from '#server/local-federation.js'
import { OPTIONS } from '#server/options/table.js'
import type { JoinRequest, UnjoinRequest } from './cluster-commands.js'
import {
  CLUSTERS_DEFAULTS,
  CLUSTERS_OPTIONS,
  clusterName,
  type HostRequest,
  hostRequestError,
  JOIN_DEFAULTS,
  JOIN_OPTIONS,
  UNJOIN_DEFAULTS,
  UNJOIN_OPTIONS,
} from './cluster-options.js'
import { parseFederation, UP_OPTIONS } from './federation/up-options.js'
import {
  KUBECONFIG_DEFAULTS,
  KUBECONFIG_OPTIONS,
  type KubeconfigRequest,
  kubeconfigError,
} from './kubeconfig-options.js'
import { quote, UsageError, unknown } from './process-environment.js'
import { type Environment, nameOf, readOptions } from './read-options.js'
import { RECORD_DEFAULTS, RECORD_OPTIONS, type RecordRequest } from './testing/record-options.js'
import { ownArguments, parseTest, TEST_OPTIONS, type TestRequest } from './testing/test-options.js'
import {
  EXPORT_DEFAULTS,
  EXPORT_OPTIONS,
  type ExportRequest,
  IMPORT_DEFAULTS,
  IMPORT_OPTIONS,
  type ImportRequest,
  importError,
  transferError,
  VERIFY_OPTIONS,
  type VerifyRequest,
} from './transfer-options.js'

export type { Environment } from './read-options.js'

/** The flags of each command. */
const FLAGS = {
  serve: flagsOf(OPTIONS),
  export: flagsOf(EXPORT_OPTIONS),
  import: flagsOf(IMPORT_OPTIONS),
  verify: flagsOf(VERIFY_OPTIONS),
  kubeconfig: flagsOf(KUBECONFIG_OPTIONS),
  join: flagsOf(JOIN_OPTIONS),
  unjoin: flagsOf(UNJOIN_OPTIONS),
  clusters: flagsOf(CLUSTERS_OPTIONS),
  federation: flagsOf(UP_OPTIONS),
  test: flagsOf(TEST_OPTIONS),
  record: flagsOf(RECORD_OPTIONS),
}
type Command = keyof typeof FLAGS
const isCommand = (text: string): text is Command => Object.hasOwn(FLAGS, text)

export const COMMANDS = [...(Object.keys(FLAGS) as Command[]), 'help'] as const

/** The parsed command, or a usage error. */
export type Invocation =
  | { readonly command: 'serve'; readonly config: ServerConfig }
  | { readonly command: 'export'; readonly request: ExportRequest }
  | { readonly command: 'import'; readonly request: ImportRequest }
  | { readonly command: 'verify'; readonly request: VerifyRequest }
  | { readonly command: 'kubeconfig'; readonly request: KubeconfigRequest }
  | { readonly command: 'join'; readonly request: JoinRequest }
  | { readonly command: 'unjoin'; readonly request: UnjoinRequest }
  | { readonly command: 'clusters'; readonly request: HostRequest }
  | { readonly command: 'federation'; readonly request: LocalFederationRequest }
  | { readonly command: 'test'; readonly request: TestRequest }
  | { readonly command: 'record'; readonly request: RecordRequest }
  | { readonly command: 'help'; readonly topic: 'overview' | Command }
  | { readonly command: 'version' }
  | { readonly command: 'reject'; readonly message: string }

/** Parses the command-line arguments. */
export function parseArguments(argv: readonly string[], env: Environment): Invocation {
  try {
    return parseCommand(argv, env)
  } catch (error) {
    if (error instanceof UsageError) return { command: 'reject', message: error.message }
    throw error
  }
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h'

function parseCommand([first, ...rest]: readonly string[], env: Environment): Invocation {
  if (first === undefined || isHelp(first)) return { command: 'help', topic: 'overview' }
  if (isCommand(first) && ownArguments(rest).some(isHelp)) return { command: 'help', topic: first }
  switch (first) {
    case '--version':
      return { command: 'version' }
    case 'help':
      return parseHelp(rest)
    case 'serve':
      return { command: first, config: parseServe(rest, env) }
    case 'export':
      return { command: first, request: parseExport(rest, env) }
    case 'import':
      return { command: first, request: parseImport(rest, env) }
    case 'verify':
      return { command: first, request: readOptions(VERIFY_OPTIONS, defaultConfig, rest, env) }
    case 'kubeconfig':
      return {
        command: first,
        request: checked(readOptions(KUBECONFIG_OPTIONS, KUBECONFIG_DEFAULTS, rest, env), kubeconfigError),
      }
    case 'join':
      return { command: first, request: parseJoin(rest, env) }
    case 'unjoin':
      return { command: first, request: parseUnjoin(rest, env) }
    case 'clusters':
      return {
        command: first,
        request: checked(readOptions(CLUSTERS_OPTIONS, CLUSTERS_DEFAULTS, rest, env), hostRequestError),
      }
    case 'federation':
      return { command: first, request: parseFederation(rest, env) }
    case 'test':
      return { command: first, request: parseTest(rest, env) }
    case 'record':
      return { command: first, request: readOptions(RECORD_OPTIONS, RECORD_DEFAULTS, rest, env) }
    default:
      throw misplaced(first)
  }
}

/** The error for an argument that is not a command. */
function misplaced(argument: string): UsageError {
  const flag = nameOf(argument)
  const owner = Object.entries(FLAGS).find(([, flags]) => flags.includes(flag))
  if (owner !== undefined) {
    return new UsageError(`${flag} must follow a command: binnacle ${owner[0]} ${argument}`)
  }
  if (argument.startsWith('-')) return unknown('flag', argument, ['--help', '--version'])
  return unknown('command', argument, COMMANDS)
}

function parseHelp([topic, ...more]: readonly string[]): Invocation {
  if (more[0] !== undefined) throw new UsageError(`unexpected argument ${quote(more[0])}`)
  if (topic === undefined || topic === 'help') return { command: 'help', topic: 'overview' }
  if (isCommand(topic)) return { command: 'help', topic }
  throw unknown('command', topic, COMMANDS)
}

function parseServe(argv: readonly string[], env: Environment): ServerConfig {
  const { from } = readOptions(OPTIONS, defaultConfig, argv, env)
  const defaults = { ...defaultConfig, storage: defaultStorage(from) }
  return checked(readOptions(OPTIONS, defaults, argv, env), configError)
}

function parseExport(argv: readonly string[], env: Environment): ExportRequest {
  return checked(readOptions(EXPORT_OPTIONS, EXPORT_DEFAULTS, argv, env), transferError)
}

function parseImport(argv: readonly string[], env: Environment): ImportRequest {
  return checked(readOptions(IMPORT_OPTIONS, IMPORT_DEFAULTS, argv, env), transferError, importError)
}

function parseJoin(argv: readonly string[], env: Environment): JoinRequest {
  const { name, flags } = clusterName('join', argv)
  return { name, ...checked(readOptions(JOIN_OPTIONS, JOIN_DEFAULTS, flags, env), hostRequestError) }
}

function parseUnjoin(argv: readonly string[], env: Environment): UnjoinRequest {
  const { name, flags } = clusterName('unjoin', argv)
  return { name, ...checked(readOptions(UNJOIN_OPTIONS, UNJOIN_DEFAULTS, flags, env), hostRequestError) }
}

/** Throws a usage error if a check rejects the options. */
function checked<C>(chosen: C, ...rejections: readonly ((chosen: C) => string | undefined)[]): C {
  for (const findError of rejections) {
    const rejection = findError(chosen)
    if (rejection !== undefined) throw new UsageError(rejection)
  }
  return chosen
}

function flagsOf(table: object): readonly string[] {
  return Object.values(table).map(({ flag }: { readonly flag: string }) => flag)
}
