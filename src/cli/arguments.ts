import { configRefusal, defaultConfig, type ServerConfig } from '../server/config.js'
import { nearest } from '../util/nearest.js'
import { OPTIONS, type Option, variableOf } from './options.js'

export const COMMANDS = ['serve', 'help'] as const

/** What the user wants, or why that cannot be told. */
export type Invocation =
  | { readonly command: 'serve'; readonly config: ServerConfig }
  | { readonly command: 'help'; readonly topic: 'overview' | 'serve' }
  | { readonly command: 'version' }
  | { readonly command: 'refuse'; readonly problem: string }

export type Environment = Readonly<Record<string, string | undefined>>

/** Thrown while arguments are read; leaves as a `refuse`. */
class Refusal extends Error {}

/** Reads the arguments behind the program's name. A flag wins over a variable, a variable over the default. */
export function parseArguments(argv: readonly string[], env: Environment): Invocation {
  try {
    return parseCommand(argv, env)
  } catch (error) {
    if (error instanceof Refusal) return { command: 'refuse', problem: error.message }
    throw error
  }
}

const isHelp = (argument: string) => argument === '--help' || argument === '-h'

function parseCommand([first, ...rest]: readonly string[], env: Environment): Invocation {
  if (first === undefined || isHelp(first)) return { command: 'help', topic: 'overview' }
  switch (first) {
    case '--version':
      return { command: 'version' }
    case 'help':
      return parseHelp(rest)
    case 'serve':
      if (rest.some(isHelp)) return { command: 'help', topic: 'serve' }
      return { command: 'serve', config: parseConfig(rest, env) }
    default:
      if (FLAGS.includes(nameOf(first)))
        throw new Refusal(`${nameOf(first)} belongs behind a command: binnacle serve ${first}`)
      if (first.startsWith('-')) throw unknown('flag', first, ['--help', '--version'])
      throw unknown('command', first, COMMANDS)
  }
}

function parseHelp([topic, ...more]: readonly string[]): Invocation {
  if (more[0] !== undefined) throw new Refusal(`unexpected argument ${quote(more[0])}`)
  if (topic === undefined || topic === 'help') return { command: 'help', topic: 'overview' }
  if (topic === 'serve') return { command: 'help', topic: 'serve' }
  throw unknown('command', topic, COMMANDS)
}

type Key = keyof ServerConfig
const KEYS = Object.keys(OPTIONS) as Key[]
const FLAGS = KEYS.map((key) => OPTIONS[key].flag)

function parseConfig(argv: readonly string[], env: Environment): ServerConfig {
  const flags = readFlags(argv)
  const chosen = KEYS.map((key) => [key, choose(key, flags, env)] as const)
  const config = Object.fromEntries(chosen) as unknown as ServerConfig
  const refusal = configRefusal(config)
  if (refusal !== undefined) throw new Refusal(refusal)
  return config
}

/** The text given for each flag, the last one when it was given several times. */
function readFlags(argv: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] as string
    if (!argument.startsWith('-')) throw new Refusal(`unexpected argument ${quote(argument)}`)
    const flag = nameOf(argument)
    const key = KEYS.find((key) => OPTIONS[key].flag === flag)
    if (key === undefined) throw unknown('flag', flag, [...FLAGS, '--help'])
    if (flag !== argument) texts.set(flag, argument.slice(flag.length + 1))
    else if (OPTIONS[key].placeholder === undefined) texts.set(flag, 'true')
    else {
      const value = argv[++index]
      if (value === undefined || value.startsWith('--')) {
        throw new Refusal(`${flag} needs a value: ${OPTIONS[key].expected}`)
      }
      texts.set(flag, value)
    }
  }
  return texts
}

function choose<K extends Key>(
  key: K,
  flags: ReadonlyMap<string, string>,
  env: Environment,
): ServerConfig[K] {
  const option: Option<ServerConfig[K]> = OPTIONS[key]
  const { flag } = option
  const variable = variableOf(flag)
  const flagText = flags.get(flag)
  // A variable that is empty counts as not set, as it does for most programs.
  const text = flagText ?? (env[variable] === '' ? undefined : env[variable])
  if (text === undefined) return defaultConfig[key]
  const value = option.parse(text)
  if (value === undefined) {
    const source = flagText === undefined ? variable : flag
    throw new Refusal(`${source}: expected ${option.expected}, got ${quote(text)}`)
  }
  return value
}

/** `--port` of `--port=8080`. */
function nameOf(argument: string): string {
  return argument.split('=', 1)[0] as string
}

function unknown(what: 'flag' | 'command', given: string, known: readonly string[]): Refusal {
  const suggestion = nearest(given, known)
  return new Refusal(
    `unknown ${what} ${quote(given)}${suggestion === undefined ? '' : `, did you mean ${suggestion}?`}`,
  )
}

/** On one line, whatever is in it. */
function quote(text: string): string {
  return JSON.stringify(text)
}
