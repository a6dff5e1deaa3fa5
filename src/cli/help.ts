import type { Command, Flag } from './command.js'

type Described = Pick<Command<unknown>, 'name' | 'usage' | 'summary'>

const INDENT = 31

/** The text of `binnacle help`. */
export function overview(commands: readonly Described[]): string {
  return `Binnacle is an API server that speaks the Kubernetes API. It needs no cluster.

Usage:
${commandList(commands)}
${listed('binnacle help [command]', 'show the help of a command')}

"binnacle help <command>" lists the flags of a command.`
}

/** The text of `binnacle help federation`, if several commands begin with that word. */
export function groupHelp(commands: readonly Described[]): string {
  return `Usage:\n${commandList(commands)}`
}

const commandList = (commands: readonly Described[]) =>
  commands
    .map(({ name, usage, summary }) => listed(`binnacle ${name} ${usage[0] ?? ''}`.trimEnd(), summary))
    .join('\n')

function listed(usage: string, summary: string): string {
  const start = `  ${usage}`
  const separator = start.length < INDENT ? ' '.repeat(INDENT - start.length) : `\n${' '.repeat(INDENT)}`
  return start + separator + summary
}

/** The text of `binnacle help <command>`. */
export function commandHelp({ name, usage, description, flags }: Command<unknown>): string {
  const usages = usage.map((rest) => `  binnacle ${name} ${rest}`.trimEnd())
  const sections = [...new Set(flags.map(({ section }) => section))]
  const help = sections.flatMap((section) => [
    ...(section === undefined ? [] : ['', `${section}:`]),
    ...flags.filter((flag) => flag.section === section).map(flagHelp),
  ])
  return ['Usage:', ...usages, '', description, '', flagsTitle(flags), HELP, ...help].join('\n')
}

const HELP = '  -h, --help\n      print this help'

const flagsTitle = (flags: readonly Flag[]) =>
  flags.some(({ variable }) => variable !== undefined)
    ? 'Flags override environment variables, which override defaults:'
    : 'Flags:'

function flagHelp({ flag, placeholder, variable, help, fallback }: Flag): string {
  const usage = placeholder === undefined ? flag : `${flag} ${placeholder}`
  const value = fallback === undefined ? 'required' : `default ${fallback}`
  return `  ${usage}\n      ${help}\n      ${value}${variable === undefined ? '' : `, variable ${variable}`}`
}
