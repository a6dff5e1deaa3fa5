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
import { UP_DEFAULTS, UP_OPTIONS } from './federation/up-options.js'
import { KUBECONFIG_DEFAULTS, KUBECONFIG_OPTIONS } from './kubeconfig-options.js'
import type { Defaults } from './read-options.js'
import { RECORD_DEFAULTS, RECORD_OPTIONS } from './testing/record-options.js'
import { TEST_DEFAULTS, TEST_OPTIONS } from './testing/test-options.js'
import {
  EXPORT_DEFAULTS,
  EXPORT_OPTIONS,
  IMPORT_DEFAULTS,
  IMPORT_OPTIONS,
  VERIFY_OPTIONS,
} from './transfer-options.js'

export function overview(): string {
  return `Binnacle is an API server that speaks the Kubernetes API. It needs no cluster.

Usage:
  binnacle serve [flags]       start the API server
  binnacle test [flags] -- <command>
                               run a command with a server of its own
  binnacle record [flags]      record the objects of a cluster and their changes
  binnacle export [flags]      export a store to a file
  binnacle import [flags]      import an exported file into a store
  binnacle verify [flags]      check an embedded store for damage
  binnacle kubeconfig [flags]  print a kubeconfig for a server
  binnacle join <name> [flags]
                               register a cluster with a federation host
  binnacle unjoin <name> [flags]
                               remove a cluster from a federation host
  binnacle clusters [flags]    list the clusters of a federation host
  binnacle federation up [flags]
                               start a host and members in one process, to try a federation
  binnacle help [command]      show the help of a command
  binnacle --version           print the version

"binnacle help <command>" lists the flags of a command.`
}

export function serveHelp(): string {
  return `Usage:
  binnacle serve [flags]

Serves the API over HTTP. SIGTERM or SIGINT (Ctrl-C) stops the server after the requests in
progress; a second signal stops it at once.

Flags override environment variables, which override defaults:
${describeAll(OPTIONS, defaultConfig)}`
}

export function testHelp(): string {
  return `Usage:
  binnacle test [flags] -- <command> [arguments]

Starts a server in memory, runs the command and stops the server. KUBECONFIG is a kubeconfig for
an administrator, BINNACLE_URL the URL of the server. Prints the objects that were left behind.
Exits with the code of the command.

Flags override environment variables, which override defaults:
${describeAll(TEST_OPTIONS, TEST_DEFAULTS)}`
}

export function recordHelp(): string {
  return `Usage:
  binnacle record --kubeconfig <file> --out <file> [flags]

Reads all objects of a cluster, watches them for a while and writes both to a file that "binnacle
serve --from" serves. Changes nothing in the cluster. Ctrl-C ends the watches early. The values of
Secrets are replaced, unless you ask for them.

Flags:
${describeAll(RECORD_OPTIONS, RECORD_DEFAULTS)}`
}

export function exportHelp(): string {
  return `Usage:
  binnacle export --file <file> [flags]

Writes a consistent snapshot of a store to a file that "binnacle import" reads. The file appears
when it is complete. No server may use an embedded store meanwhile.

Flags override environment variables, which override defaults:
${describeAll(EXPORT_OPTIONS, EXPORT_DEFAULTS)}`
}

export function importHelp(): string {
  return `Usage:
  binnacle import --file <file> [flags]

Reads a file written by "binnacle export" into a store. Objects keep their UIDs and timestamps and
get new resource versions, in the same order. The whole file is checked before the first write.
Run an interrupted import again with the same file to finish it; until then no server opens the
store.

Flags override environment variables, which override defaults:
${describeAll(IMPORT_OPTIONS, IMPORT_DEFAULTS)}`
}

export function verifyHelp(): string {
  return `Usage:
  binnacle verify [flags]

Reads an embedded store and checks every checksum. Prints one line for each damaged record and
exits with 1, or with 0 if there is none. Changes nothing. No server may write to the store
meanwhile.

Flags override environment variables, which override defaults:
${describeAll(VERIFY_OPTIONS, defaultConfig)}`
}

export function kubeconfigHelp(): string {
  return `Usage:
  binnacle kubeconfig [--user <name> --group <name>…] [flags]

Prints a kubeconfig for a server that was started with --tls-self-signed: its URL, its CA and a
new client certificate for the user, signed by the CA in the data folder. Roles bound to the user
or its groups decide what the user may do. The group system:masters may do everything.

With --cluster, prints a kubeconfig for a cluster of a federation host. Its requests go through
the host, which needs the permission for clusters/proxy.

With --all-clusters, prints a kubeconfig for all clusters of a federation host: "kubectl get" and
"kubectl get --watch" then show the objects of every cluster.

Flags:
${describeAll(KUBECONFIG_OPTIONS, KUBECONFIG_DEFAULTS)}`
}

export function joinHelp(): string {
  return `Usage:
  binnacle join <name> --kubeconfig <file> [flags]

Creates a service account in the member with only the permissions that the federation needs,
stores its credentials in the host, registers the cluster and waits until it is ready. Joining
again renews credentials and permissions.

Flags:
${describeAll(JOIN_OPTIONS, JOIN_DEFAULTS)}`
}

export function unjoinHelp(): string {
  return `Usage:
  binnacle unjoin <name> [flags]

Removes a cluster and its credentials from the host. With a kubeconfig for the member, also
removes the service account there. Propagated objects stay in the member.

Flags:
${describeAll(UNJOIN_OPTIONS, UNJOIN_DEFAULTS)}`
}

export function clustersHelp(): string {
  return `Usage:
  binnacle clusters [flags]

Lists the clusters of a host with their readiness, version, zones and region.

Flags:
${describeAll(CLUSTERS_OPTIONS, CLUSTERS_DEFAULTS)}`
}

export function federationHelp(): string {
  return `Usage:
  binnacle federation up [flags]

Starts a host and members with simulated workloads in this process, on loopback and open to every
user of the machine. Registers the members with regions and zones, waits until they are ready and
prints commands to try. SIGTERM or SIGINT (Ctrl-C) ends all of it.

Flags:
${describeAll(UP_OPTIONS, UP_DEFAULTS)}`
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
