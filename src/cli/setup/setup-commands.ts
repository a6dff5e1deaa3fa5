import type { Command } from '#cli/command.js'
import { quote, UsageError } from '#cli/process-environment.js'
import { readOptions } from '#cli/read-options.js'
import { packageVersion } from '#server/version.js'
import { completionScript, SHELLS, type Shell } from './completion.js'
import { manPage } from './man-page.js'

type Commands = readonly Command<unknown>[]

/** `commands` returns all commands, this one too. */
export const completionCommand = (commands: () => Commands): Command<{ readonly shell: Shell }> => ({
  name: 'completion',
  usage: [`<${SHELLS.join('|')}>`],
  summary: 'print the completion script of a shell',
  description: `Prints a script that completes commands, flags and values:

  source <(binnacle completion bash)
  source <(binnacle completion zsh)
  binnacle completion fish | source`,
  flags: [],
  parse([text, ...rest], env) {
    if (text === undefined || text.startsWith('-')) {
      throw new UsageError(`missing shell: binnacle completion ${SHELLS.join('|')}`)
    }
    const shell = SHELLS.find((known) => known === text)
    if (shell === undefined) throw new UsageError(`${quote(text)} is not one of ${SHELLS.join(', ')}`)
    readOptions({}, {}, rest, env)
    return { shell }
  },
  async run({ shell }, { print }) {
    print(completionScript(shell, commands()).trimEnd())
    return 0
  },
})

export const manCommand = (commands: () => Commands): Command<object> => ({
  name: 'man',
  usage: [''],
  summary: 'print the manual page',
  description: `Prints the manual page, in roff:

  binnacle man | man -l -`,
  flags: [],
  parse: (argv, env) => readOptions({}, {}, argv, env),
  async run(_request, { print }) {
    print(manPage(commands(), packageVersion()).trimEnd())
    return 0
  },
})
