import type { Command } from './command.js'
import { COMMANDS } from './commands.js'
import { commandHelp, groupHelp, overview } from './help.js'
import { quote, UsageError, unknown } from './process-environment.js'
import { type Environment, nameOf } from './read-options.js'
import { ownArguments } from './testing/test-options.js'
import { versionCommand } from './version.js'

export type { Environment } from './read-options.js'

/** What a command line asks for. */
export type Invocation =
  | { readonly kind: 'run'; readonly command: Command<unknown>; readonly request: unknown }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'reject'; readonly message: string }

/** Parses the command-line arguments. */
export async function parseArguments(argv: readonly string[], env: Environment): Promise<Invocation> {
  try {
    return await parse(argv, env)
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'reject', message: error.message }
    throw error
  }
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h'

async function parse(argv: readonly string[], env: Environment): Promise<Invocation> {
  const [first, ...rest] = argv
  if (first === undefined || isHelp(first)) return { kind: 'help', text: overview(COMMANDS) }
  if (first === '--version') return { kind: 'run', command: versionCommand, request: {} }
  if (first === 'help') return { kind: 'help', text: helpOf(rest) }
  const { commands, rest: flags } = commandsOf(argv)
  const [command, ...others] = commands
  if (command === undefined) throw misplaced(first)
  const wantsHelp = ownArguments(flags).some(isHelp)
  if (others.length > 0 || !startsWith(argv, command)) {
    if (wantsHelp) return { kind: 'help', text: helpOf([first]) }
    throw missingSubcommand(first, rest[0], commands)
  }
  if (wantsHelp) return { kind: 'help', text: commandHelp(command) }
  return { kind: 'run', command, request: await command.parse(flags, env) }
}

const wordsOf = ({ name }: Command<unknown>) => name.split(' ')

const startsWith = (argv: readonly string[], command: Command<unknown>) =>
  wordsOf(command).every((word, index) => argv[index] === word)

/** The command that the arguments begin with, or all that begin with their first word; and the arguments after it. */
function commandsOf(argv: readonly string[]): {
  readonly commands: readonly Command<unknown>[]
  readonly rest: readonly string[]
} {
  const named = COMMANDS.find((command) => startsWith(argv, command))
  if (named !== undefined) return { commands: [named], rest: argv.slice(wordsOf(named).length) }
  return { commands: COMMANDS.filter((command) => wordsOf(command)[0] === argv[0]), rest: argv.slice(1) }
}

function missingSubcommand(
  first: string,
  second: string | undefined,
  commands: readonly Command<unknown>[],
): UsageError {
  const names = commands.map(({ name }) => name)
  if (second !== undefined && !second.startsWith('-')) return unknown('command', `${first} ${second}`, names)
  return new UsageError(`missing subcommand: ${names.map((name) => `binnacle ${name}`).join(' or ')}`)
}

/** The error for an argument that is not a command. */
function misplaced(argument: string): UsageError {
  const flag = nameOf(argument)
  const owner = COMMANDS.find(({ flags }) => flags.some((known) => known.flag === flag))
  if (owner !== undefined) {
    return new UsageError(`${flag} must follow a command: binnacle ${owner.name} ${argument}`)
  }
  if (argument.startsWith('-')) return unknown('flag', argument, ['--help', '--version'])
  return unknown('command', argument, COMMAND_NAMES)
}

const COMMAND_NAMES = [...COMMANDS.map(({ name }) => name), 'help']

function helpOf(topic: readonly string[]): string {
  const [first] = topic
  if (first === undefined || first === 'help') return overview(COMMANDS)
  const { commands, rest } = commandsOf(topic)
  const [command, ...others] = commands
  if (command === undefined) throw unknown('command', first, COMMAND_NAMES)
  if (rest[0] !== undefined) throw new UsageError(`unexpected argument ${quote(rest[0])}`)
  return others.length > 0 ? groupHelp(commands) : commandHelp(command)
}
