import { defaultConfig, type ServerConfig } from '../server/config.js'
import { OPTIONS, type Option, variableOf } from './options.js'

export function overview(): string {
  return `Binnacle serves typed objects over the Kubernetes API, with nothing around it.

Usage:
  binnacle serve [flags]   serve the API until told to stop
  binnacle help [command]  explain a command
  binnacle --version       print the version

"binnacle help serve" lists the flags.`
}

export function serveHelp(): string {
  const entries = (Object.keys(OPTIONS) as (keyof ServerConfig)[]).map(describe)
  return `Usage:
  binnacle serve [flags]

Serves the API over HTTP until it gets SIGTERM or SIGINT (Ctrl-C). Requests under way are
finished first; a second signal ends it at once.

Flags (a flag wins over its variable, the variable over the default):
${entries.join('\n')}
  -h, --help
      print this`
}

function describe<K extends keyof ServerConfig>(key: K): string {
  const { flag, placeholder, help, format }: Option<ServerConfig[K]> = OPTIONS[key]
  const usage = placeholder === undefined ? flag : `${flag} ${placeholder}`
  return `  ${usage}\n      ${help}\n      default ${format(defaultConfig[key])}, variable ${variableOf(flag)}`
}
