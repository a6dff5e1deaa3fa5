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
  return `Binnacle serves typed objects over the Kubernetes API, with nothing around it.

Usage:
  binnacle serve [flags]       serve the API until told to stop
  binnacle export [flags]      write everything in a store to a file
  binnacle import [flags]      read such a file into a store
  binnacle verify [flags]      look whether an embedded store is damaged
  binnacle kubeconfig [flags]  print what a client needs to reach a server
  binnacle join <name> [flags]
                               register a cluster with a server that acts for clusters
  binnacle unjoin <name> [flags]
                               remove a cluster from it
  binnacle clusters [flags]    print its clusters
  binnacle help [command]      explain a command
  binnacle --version           print the version

"binnacle help serve" lists the flags of serve, and so for the others.`
}

export function serveHelp(): string {
  return `Usage:
  binnacle serve [flags]

Serves the API over HTTP until it gets SIGTERM or SIGINT (Ctrl-C). Requests under way are
finished first; a second signal ends it at once.

Flags (a flag wins over its variable, the variable over the default):
${describeAll(OPTIONS, defaultConfig)}`
}

export function exportHelp(): string {
  return `Usage:
  binnacle export --file <file> [flags]

Writes everything in a store, as it is at one moment, to a file from which another store can be
filled. The file appears when it is whole. An embedded store must not be in use by a server.

Flags (a flag wins over its variable, the variable over the default):
${describeAll(EXPORT_OPTIONS, EXPORT_DEFAULTS)}`
}

export function importHelp(): string {
  return `Usage:
  binnacle import --file <file> [flags]

Fills a store from a file that "binnacle export" has written. Objects keep their uids and times;
their resource versions are new, in the order of the old ones. The file is checked before anything
is written. An import that was interrupted goes on when it is run again with the same file; until
it is finished no server serves the store.

Flags (a flag wins over its variable, the variable over the default):
${describeAll(IMPORT_OPTIONS, IMPORT_DEFAULTS)}`
}

export function verifyHelp(): string {
  return `Usage:
  binnacle verify [flags]

Reads everything in an embedded store and holds it against its checksums. Prints what is damaged,
one line each, and exits with 1; with 0 when nothing is. Changes nothing. No server must be writing
to the store meanwhile.

Flags (a flag wins over its variable, the variable over the default):
${describeAll(VERIFY_OPTIONS, defaultConfig)}`
}

export function kubeconfigHelp(): string {
  return `Usage:
  binnacle kubeconfig [--user <name> --group <name>…] [flags]

Prints a kubeconfig for a server that was started with --tls-self-signed: where it is, by which
authority it is known, and a new certificate for the user, issued by the authority in the data
folder. What the user may do is up to the roles that are bound to the user and the groups. The
group system:masters may do everything.

Flags:
${describeAll(KUBECONFIG_OPTIONS, KUBECONFIG_DEFAULTS)}`
}

export function joinHelp(): string {
  return `Usage:
  binnacle join <name> --kubeconfig <file> [flags]

Makes an account with the rights that a federation needs in a member, and no more; stores its
credentials in the host, registers the cluster there, and waits until the host has found it ready.
What is there already is brought up to date: to join again renews credentials and rights.

Flags:
${describeAll(JOIN_OPTIONS, JOIN_DEFAULTS)}`
}

export function unjoinHelp(): string {
  return `Usage:
  binnacle unjoin <name> [flags]

Removes a cluster and its credentials from the host and, where a kubeconfig for the member is
given, the account from the member. What was brought to the member stays there.

Flags:
${describeAll(UNJOIN_OPTIONS, UNJOIN_DEFAULTS)}`
}

export function clustersHelp(): string {
  return `Usage:
  binnacle clusters [flags]

Prints the clusters of a host: whether they are ready, their versions, and where their nodes are.

Flags:
${describeAll(CLUSTERS_OPTIONS, CLUSTERS_DEFAULTS)}`
}

function describeAll<C extends object>(table: OptionTable<C>, defaults: Defaults<C>): string {
  const entries = (Object.keys(table) as (keyof C)[]).map((key) =>
    describe<C[keyof C]>(table[key], defaults[key]),
  )
  return `${entries.join('\n')}\n  -h, --help\n      print this`
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
