import type { Command, Flag } from '#cli/command.js'

/** What a script completes. */
type Completed = Pick<Command<unknown>, 'name' | 'summary' | 'flags'>

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The completion script of a shell. */
export function completionScript(shell: Shell, commands: readonly Completed[]): string {
  return SCRIPTS[shell](commands)
}

const SCRIPTS: Record<Shell, (commands: readonly Completed[]) => string> = { bash, zsh, fish }

const HELP: Flag = {
  ...{ flag: '--help', placeholder: undefined, variable: undefined, isRepeatable: false },
  ...{ help: 'print the help of the command', fallback: undefined, choices: [] },
}

const flagsWithHelp = ({ flags }: Completed) => [...flags, HELP]

/** Words of the first argument, and those of the second by the first. */
function wordsOf(commands: readonly Completed[]) {
  const first = [...new Set(commands.map(({ name }) => name.split(' ')[0] as string)), 'help']
  const second = new Map<string, string[]>()
  for (const { name } of commands) {
    const [group = '', word] = name.split(' ')
    if (word !== undefined) second.set(group, [...(second.get(group) ?? []), word])
  }
  return { first, second }
}

/** Whether the value is a path. */
const isPath = ({ placeholder = '' }: Flag) => /^<(file|folder|path)/.test(placeholder)

const unique = (flags: readonly Flag[]) => [...new Map(flags.map((flag) => [flag.flag, flag])).values()]

function bash(commands: readonly Completed[]): string {
  const { first, second } = wordsOf(commands)
  const flags = unique(commands.flatMap(flagsWithHelp))
  const choices = flags.filter((flag) => flag.choices.length > 0)
  const values = choices.map(
    ({ flag, choices }) => `    ${flag}) COMPREPLY=($(compgen -W ${quoted(choices)} -- "$word")); return ;;`,
  )
  const paths = flags.filter(isPath).map(({ flag }) => flag)
  const groups = [...second].map(
    ([group, words]) =>
      `    ${group}) if [ "$COMP_CWORD" -eq 2 ]; then words=${quoted(words)}; else command="$command \${COMP_WORDS[2]}"; fi ;;`,
  )
  const ofCommands = commands.map(
    (command) =>
      `      ${quoted([command.name])}) words=${quoted(flagsWithHelp(command).map(({ flag }) => flag))} ;;`,
  )
  return `# Completion of binnacle for bash. To load it: source <(binnacle completion bash)
_binnacle() {
  local word="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" words=''
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
    ${paths.join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  case "$command" in
${groups.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quoted(first)}
  elif [ "$command" = help ]; then
    [ "$COMP_CWORD" -eq 2 ] && words=${quoted(first)}
  elif [ -z "$words" ]; then
    case "$command" in
${ofCommands.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _binnacle binnacle
`
}

const quoted = (words: readonly string[]) => `'${words.join(' ').replaceAll("'", "'\\''")}'`

function zsh(commands: readonly Completed[]): string {
  const { second } = wordsOf(commands)
  const described = commands.map(({ name, summary }) => zshItem(name.split(' ')[0] as string, summary))
  const groups = [...second].map(([group, words]) => {
    const items = words.map((word) => zshItem(word, summaryOf(commands, `${group} ${word}`)))
    return `    ${group})
      if (( CURRENT == 2 )); then
        local -a subcommands=(${items.join(' ')})
        _describe command subcommands
        return
      fi
      name="${group} $words[2]"; shift words; (( CURRENT-- )) ;;`
  })
  const ofCommands = commands.map(
    (command) => `    '${command.name}') _arguments ${flagsWithHelp(command).map(zshFlag).join(' ')} ;;`,
  )
  return `#compdef binnacle
# Completion of binnacle for zsh. To load it: source <(binnacle completion zsh)
_binnacle() {
  local line state name
  _arguments -C '1: :->command' '*:: :->arguments'
  if [[ $state == command ]]; then
    local -aU commands=(${[...new Set(described), zshItem('help', 'show the help of a command')].join(' ')})
    _describe command commands
    return
  fi
  name=$words[1]
  case $name in
${groups.join('\n')}
  esac
  case $name in
${ofCommands.join('\n')}
  esac
}
compdef _binnacle binnacle
`
}

const summaryOf = (commands: readonly Completed[], name: string) =>
  commands.find((command) => command.name === name)?.summary ?? ''

const zshItem = (word: string, summary: string) => `'${word}:${zshText(summary)}'`

/** Without what ends a description, or the string around it. */
const zshText = (text: string) => text.replaceAll("'", '’').replaceAll(/[[\]:]/g, ' ')

function zshFlag(flag: Flag): string {
  const { placeholder, help, choices, isRepeatable } = flag
  const values = choices.length > 0 ? `(${choices.join(' ')})` : isPath(flag) ? '_files' : ' '
  const value = placeholder === undefined ? '' : `:value:${values}`
  return `'${isRepeatable ? '*' : ''}${flag.flag}${placeholder === undefined ? '' : '='}[${zshText(help)}]${value}'`
}

function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap((command) => {
    const [first = '', second] = command.name.split(' ')
    const seen = [first, second].filter((word) => word !== undefined)
    const isHere = seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const word =
      second === undefined
        ? `complete -c binnacle -n __fish_use_subcommand -a ${first} -d ${fishText(command.summary)}`
        : `complete -c binnacle -n '__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${second}' -a ${second} -d ${fishText(command.summary)}`
    const group = second === undefined ? [] : [`complete -c binnacle -n __fish_use_subcommand -a ${first}`]
    return [...group, word, ...flagsWithHelp(command).map((flag) => fishFlag(isHere, flag))]
  })
  return `# Completion of binnacle for fish. To load it: binnacle completion fish | source
complete -c binnacle -f
${[...new Set(lines)].join('\n')}
complete -c binnacle -n __fish_use_subcommand -a help -d 'show the help of a command'
`
}

const fishText = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fishFlag(condition: string, flag: Flag): string {
  const { placeholder, help, choices } = flag
  const value =
    placeholder === undefined
      ? ''
      : isPath(flag)
        ? ' -r -F'
        : choices.length > 0
          ? ` -x -a ${fishText(choices.join(' '))}`
          : ' -x'
  return `complete -c binnacle -n '${condition}' -l ${flag.flag.slice(2)} -d ${fishText(help)}${value}`
}
