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
  const rows = (Object.keys(OPTIONS) as (keyof ServerConfig)[]).map(describe)
  const width = Math.max(...rows.map(([usage]) => usage.length))
  const lines = rows.map(([usage, text]) => `  ${usage.padEnd(width)}  ${text}`)
  return `Usage:
  binnacle serve [flags]

Serves the API over HTTP until it gets SIGTERM or SIGINT (Ctrl-C). Requests under way are finished
first; a second signal ends it at once.

Flags, each with its default and the variable that sets it too (a flag wins over a variable):
${lines.join('\n')}
  ${'-h, --help'.padEnd(width)}  print this`
}

function describe<K extends keyof ServerConfig>(key: K): readonly [usage: string, text: string] {
  const { flag, placeholder, help, format }: Option<ServerConfig[K]> = OPTIONS[key]
  const usage = placeholder === undefined ? flag : `${flag} ${placeholder}`
  return [usage, `${help} (${format(defaultConfig[key])}, ${variableOf(flag)})`]
}
