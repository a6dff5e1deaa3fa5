import type { Command, Flag } from '#cli/command.js'

/** The manual page of the program, in roff. */
export function manPage(commands: readonly Command<unknown>[], version: string): string {
  return [
    `.TH BINNACLE 1 "" "binnacle ${version}" "User Commands"`,
    '.SH NAME',
    'binnacle \\- API server that speaks the Kubernetes API',
    '.SH SYNOPSIS',
    ...commands.flatMap(({ name, usage }) =>
      usage.flatMap((rest) => ['.B binnacle', escaped(`${name} ${rest}`.trimEnd()), '.br']),
    ),
    '.SH DESCRIPTION',
    'Binnacle stores typed objects and serves them over HTTP as the API server of Kubernetes does.',
    'It needs no cluster.',
    '.SH COMMANDS',
    ...commands.flatMap(commandSection),
    '.SH ENVIRONMENT',
    'A flag overrides its variable, a variable overrides the configuration file, and the file overrides',
    'the default.',
    ...variablesOf(commands).flatMap(([variable, flag]) => [
      '.TP',
      `.B ${escaped(variable)}`,
      `Sets ${escaped(flag)}.`,
    ]),
    '.SH EXIT STATUS',
    '0 for success, 1 for a failure, 2 for a usage error, 130 and 143 after a second SIGINT or SIGTERM.',
    '',
  ].join('\n')
}

function commandSection({ name, usage, description, flags }: Command<unknown>): readonly string[] {
  return [
    `.SS binnacle ${escaped(`${name} ${usage[0] ?? ''}`.trimEnd())}`,
    ...description.split('\n').map((line) => (line === '' ? '.PP' : escapedLine(line))),
    ...flags.flatMap(flagParagraph),
  ]
}

function flagParagraph({ flag, placeholder = '', variable, help, fallback }: Flag): readonly string[] {
  const value = fallback === undefined ? 'required' : `default ${fallback}`
  return [
    '.TP',
    `.B ${escaped(`${flag} ${placeholder}`.trimEnd())}`,
    escapedLine(`${help} (${value}${variable === undefined ? '' : `, variable ${variable}`})`),
  ]
}

function variablesOf(commands: readonly Command<unknown>[]): readonly (readonly [string, string])[] {
  const pairs = commands.flatMap(({ flags }) =>
    flags.flatMap(({ variable, flag }) => (variable === undefined ? [] : [[variable, flag] as const])),
  )
  return [...new Map(pairs)].sort(([one], [other]) => (one < other ? -1 : 1))
}

const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    // Without a preprocessor groff reads Latin-1.
    .replace(
      /[^ -~\n]/gu,
      (char) => `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )

/** A line that begins with a dot or an apostrophe would be a request to roff. */
const escapedLine = (text: string) => escaped(text).replace(/^(?=[.'])/, '\\&')
