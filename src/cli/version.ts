import { packageVersion } from '#server/version.js'
import type { Command } from './command.js'
import { readOptions } from './read-options.js'

export const versionCommand: Command<object> = {
  name: 'version',
  usage: [''],
  summary: 'print the version',
  description: 'Prints the version of the program.',
  flags: [],
  parse: (argv, env) => readOptions({}, {}, argv, env),
  async run(_request, { print }) {
    print(packageVersion())
    return 0
  },
}
