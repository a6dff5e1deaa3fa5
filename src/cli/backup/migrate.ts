import { type Command, flagsOf } from '#cli/command.js'
import type { ProcessEnvironment } from '#cli/process-environment.js'
import { checked, type Environment, readOptions } from '#cli/read-options.js'
import { formatCount, formatRecords } from '#cli/store/progress-display.js'
import { type TransferWork, transfer } from '#cli/store/transfer.js'
import {
  ETCD,
  MIGRATE_DEFAULTS,
  MIGRATE_OPTIONS,
  type MigrateRequest,
  migrateError,
  sourceFolder,
  sourceServer,
  targetOf,
} from './migrate-options.js'
import { findServer, withEnvironment } from './server-options.js'

export const migrateCommand: Command<MigrateRequest> = {
  name: 'migrate',
  usage: ['--from <url|folder> --to <folder|etcd> [flags]', '--from <url|folder> --cancel [flags]'],
  summary: 'move a store to another storage, while its server runs',
  description: `Moves all objects and keys from a running server, or from a data folder that no server uses, to an empty
data folder or an empty prefix of etcd. The server serves meanwhile. At the end it is read-only for a
moment: writes get 503 with Retry-After while the last changes are copied and both stores are compared.
Then it stays read-only, and the new store can be served.

Objects keep their UIDs and timestamps. Resource versions go on far above those of the source, so that
clients read everything again. Until the end no server opens the new store, and the source stays as it
is; run an interrupted migration again with the same flags. The user needs the permission to get
/binnacle/v1/backup, changes and identity, and to get, post and delete /binnacle/v1/read-only.

  binnacle migrate --from http://127.0.0.1:8080 --to etcd --etcd-endpoints http://127.0.0.1:2379`,
  flags: flagsOf(MIGRATE_OPTIONS, MIGRATE_DEFAULTS),
  parse: (argv, env) =>
    withKubeconfig(checked(readOptions(MIGRATE_OPTIONS, MIGRATE_DEFAULTS, argv, env), migrateError), env),
  run,
}

/** Without --from the server is that of `KUBECONFIG`. */
function withKubeconfig(request: MigrateRequest, env: Environment): MigrateRequest {
  if (request.from !== '') return request
  return { ...request, kubeconfig: withEnvironment(sourceServer(request), env).kubeconfig }
}

function run(request: MigrateRequest, environment: ProcessEnvironment): Promise<number> {
  const end = 'the source is writable; the same command goes on from here'
  return transfer(request.quiet, environment, end, async (work) => {
    // Loaded only now: help and usage errors are printed without waiting for it.
    const { cancelMigration, migrate, placeName } = await import('#server/migrate.js')
    const { rate, withoutIdentity, identityKeyFile, maxReadOnlyMs } = request
    const fromFolder = sourceFolder(request)
    const server = () => findServer(sourceServer(request))
    if (request.cancel) {
      await cancelMigration({ fromFolder, rate }, server, work)
      work.note('the source is writable')
      return
    }
    const target = targetOf(request)
    if (withoutIdentity) work.note(WITHOUT_IDENTITY)
    const options = { ...target, fromFolder, rate, withoutIdentity, identityKeyFile, maxReadOnlyMs }
    const result = await migrate(options, server, {
      ...work,
      onReadOnly: () => work.note('the source is read-only while the last changes are copied and checked'),
    })
    const { records, changes, readOnlyMs, wasCopied } = result
    const moved = `moved ${formatRecords(records)} to ${placeName(target)}`
    if (wasCopied) work.note(`${moved}; an earlier run had copied and checked them`)
    else {
      const seconds = (readOnlyMs / 1000).toFixed(1)
      work.note(`${moved}, with ${formatCount(changes)} changes meanwhile; both stores are equal`)
      work.note(`the source was read-only for ${seconds}s, and stays so from now on`)
    }
    sayNext(request, work)
  })
}

const WITHOUT_IDENTITY =
  'WARNING: the keys stay behind: all service account tokens and kubeconfigs of the self-signed CA are invalid at the new store'

function sayNext(
  { to, etcdEndpoints, etcdPrefix, identityKeyFile, ...request }: MigrateRequest,
  { note }: TransferWork,
) {
  const flags =
    to === ETCD
      ? ['--storage', 'etcd', '--etcd-endpoints', etcdEndpoints.join(','), '--etcd-prefix', etcdPrefix]
      : ['--data-dir', to]
  if (identityKeyFile !== '') flags.push('--identity-key-file', identityKeyFile)
  note('Stop the old server, and start the new one with its other flags:')
  note(`  binnacle serve ${flags.map(quoteArgument).join(' ')}`)
  const from = request.from === '' ? '' : ` --from ${quoteArgument(request.from)}`
  note(`To go back instead, before anything is written to the new one: binnacle migrate${from} --cancel`)
}

/** For a shell. */
const quoteArgument = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
