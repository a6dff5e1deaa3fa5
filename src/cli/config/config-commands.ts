import type { Command } from '#cli/command.js'
import { type ProcessEnvironment, UsageError } from '#cli/process-environment.js'
import { readOptions } from '#cli/read-options.js'
import { defaultConfig, type ServerConfig } from '#server/config.js'
import { configError } from '#server/config-error.js'
import { OPTIONS } from '#server/options/table.js'
import { readSourcedConfig, SERVE_FLAGS, type SourcedConfig } from './serve-config.js'

export const configCheckCommand: Command<{ readonly file: string }> = {
  name: 'config check',
  usage: ['<file>'],
  summary: 'check a configuration file',
  description: `Checks a configuration file for "binnacle serve --config". Prints each error with its line and exits
with 1, or with 0 if there is none. Reads the files that it names, such as certificates, tokens and
policies, as the server would, and opens nothing else.`,
  flags: [],
  parse([file, ...rest], env) {
    if (file === undefined || file.startsWith('-'))
      throw new UsageError('missing file: binnacle config check <file>')
    readOptions({}, {}, rest, env)
    return { file }
  },
  run: checkFile,
}

export const configPrintCommand: Command<SourcedConfig> = {
  name: 'config print',
  usage: ['[flags of serve]'],
  summary: 'print the configuration of a server, and where each value comes from',
  description: `Prints the configuration that "binnacle serve" would have with the same flags, variables and file, as
a configuration file. A comment says where each value comes from: flag, variable, file or default.`,
  flags: SERVE_FLAGS,
  parse: readSourcedConfig,
  async run(config, { print }) {
    const { printedConfig } = await import('./printed-config.js')
    print(printedConfig(config))
    return 0
  },
}

export const configSchemaCommand: Command<object> = {
  name: 'config schema',
  usage: [''],
  summary: 'print the JSON schema of configuration files, for editors',
  description: `Prints the JSON schema of configuration files. In an editor with a YAML language server, the first
line of a file can name it:

  # yaml-language-server: $schema=./binnacle.schema.json`,
  flags: [],
  parse: (argv, env) => readOptions({}, {}, argv, env),
  async run(_request, { print }) {
    const { configSchema } = await import('./config-schema.js')
    print(JSON.stringify(configSchema(), undefined, 2))
    return 0
  },
}

async function checkFile(
  { file }: { readonly file: string },
  { print, printError }: Pick<ProcessEnvironment, 'print' | 'printError'>,
): Promise<number> {
  const { readConfigFile } = await import('./config-file.js')
  const read = await readConfigFile(file).catch((error: Error) => error)
  if (read instanceof Error) {
    printError(`binnacle: ${read.message}`)
    return 1
  }
  const errors = read.errors.length > 0 ? read.errors : await effectErrors(file, read.texts)
  for (const error of errors) print(error)
  if (errors.length === 0) print(`${file} is valid`)
  return errors.length === 0 ? 0 : 1
}

/** The errors of options together and of the files that they name. */
async function effectErrors(file: string, texts: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const config = readOptions<ServerConfig>(OPTIONS, defaultConfig, [], {}, texts)
  const error = configError(config)
  if (error !== undefined) return [`${file}: ${error}`]
  const { configFileErrors } = await import('#server/config-files.js')
  return (await configFileErrors(config)).map((error) => `${file}: ${error}`)
}
