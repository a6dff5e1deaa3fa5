import { defaultConfig } from '#server/config.js'
import { type Option, type OptionTable, variableOf } from '#server/options/option.js'
import { OPTIONS } from '#server/options/table.js'
import {
  CLUSTERS_DEFAULTS,
  CLUSTERS_OPTIONS,
  JOIN_DEFAULTS,
  JOIN_OPTIONS,
  UNJOIN_DEFAULTS,
  UNJOIN_OPTIONS,
} from './cluster-options.js'
import { KUBECONFIG_DEFAULTS, KUBECONFIG_OPTIONS } from './kubeconfig-options.js'
import type { Defaults } from './read-options.js'
import { EXPORT_DEFAULTS, EXPORT_OPTIONS, IMPORT_DEFAULTS, IMPORT_OPTIONS } from './transfer-options.js'
import { VERIFY_OPTIONS } from './verify-options.js'

export function overview(): string {
  return `Binnacle is a resource API server that speaks the Kubernetes API.

Usage:
  binnacle serve [flags]       serve the API
  binnacle export [flags]      export a store to a file
  binnacle import [flags]      import such a file into a store
  binnacle verify [flags]      check an embedded store for damage
  binnacle kubeconfig [flags]  print a kubeconfig for a user
  binnacle join <name> [flags]
                               add a cluster to a federation
  binnacle unjoin <name> [flags]
                               remove a cluster from a federation
  binnacle clusters [flags]    list the clusters of a federation
  binnacle help [command]      explain a command
  binnacle --version           print the version

"binnacle help <command>" lists the flags of a command.`
}

export function serveHelp(): string {
  return `Usage:
  binnacle serve [flags]

Serves the API over HTTP until SIGTERM or SIGINT (Ctrl-C). The server finishes requests in flight
first; a second signal ends it at once.

Flags (a flag overrides its variable, a variable overrides the default):
${describeAll(OPTIONS, defaultConfig)}`
}

export function exportHelp(): string {
  return `Usage:
  binnacle export --file <file> [flags]

Writes a snapshot of a store to a file. The file appears when it is complete. Stop the server of
an embedded store first.

Flags (a flag overrides its variable, a variable overrides the default):
${describeAll(EXPORT_OPTIONS, EXPORT_DEFAULTS)}`
}

export function importHelp(): string {
  return `Usage:
  binnacle import --file <file> [flags]

Fills a store from a file of "binnacle export". Objects keep their uids and times and get new
resource versions in the old order. The command checks the file before it writes anything. Run an
interrupted import again with the same file to continue; no server serves the store until then.

Flags (a flag overrides its variable, a variable overrides the default):
${describeAll(IMPORT_OPTIONS, IMPORT_DEFAULTS)}`
}

export function verifyHelp(): string {
  return `Usage:
  binnacle verify [flags]

Compares everything in an embedded store with its checksums and changes nothing. Prints one line per
damaged record and exits with 1, or with 0 if there is none. No server may write to the store
meanwhile.

Flags (a flag overrides its variable, a variable overrides the default):
${describeAll(VERIFY_OPTIONS, defaultConfig)}`
}

export function kubeconfigHelp(): string {
  return `Usage:
  binnacle kubeconfig [--user <name> --group <name>…] [flags]

Prints a kubeconfig for a server with --tls-self-signed: its URL, its CA, and a new client
certificate for the user, issued by the CA in the data folder. Role bindings of the user and the
groups decide what the user may do. The group system:masters may do everything.

Flags:
${describeAll(KUBECONFIG_OPTIONS, KUBECONFIG_DEFAULTS)}`
}

export function joinHelp(): string {
  return `Usage:
  binnacle join <name> --kubeconfig <file> [flags]

Creates an account in the member with the rights that a federation needs, stores its credentials in
the host, registers the cluster there, and waits until it is ready. Join again to renew credentials
and rights.

Flags:
${describeAll(JOIN_OPTIONS, JOIN_DEFAULTS)}`
}

export function unjoinHelp(): string {
  return `Usage:
  binnacle unjoin <name> [flags]

Removes a cluster and its credentials from the host and, with a kubeconfig for the member, the
account from the member. Copies stay in the member.

Flags:
${describeAll(UNJOIN_OPTIONS, UNJOIN_DEFAULTS)}`
}

export function clustersHelp(): string {
  return `Usage:
  binnacle clusters [flags]

Lists the clusters of a host: readiness, version, region and zones.

Flags:
${describeAll(CLUSTERS_OPTIONS, CLUSTERS_DEFAULTS)}`
}

function describeAll<C extends object>(table: OptionTable<C>, defaults: Defaults<C>): string {
  const entries = (Object.keys(table) as (keyof C)[]).map((key) =>
    describe<C[keyof C]>(table[key], defaults[key]),
  )
  return `${entries.join('\n')}\n  -h, --help\n      print this help`
}

function describe<V>(
  { flag, placeholder, help, format, hasVariable }: Option<V>,
  value: V | undefined,
): string {
  const usage = placeholder === undefined ? flag : `${flag} ${placeholder}`
  const fallback = value === undefined ? 'required' : `default ${format(value)}`
  const variable = hasVariable ? `, variable ${variableOf(flag)}` : ''
  return `  ${usage}\n      ${help}\n      ${fallback}${variable}`
}
