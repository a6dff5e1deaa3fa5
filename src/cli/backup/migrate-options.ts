import type { Defaults } from '#cli/read-options.js'
import { defaultConfig, type ServerConfig, type StorageConfig } from '#server/config.js'
import { etcdError } from '#server/config-error.js'
import { BACKUP_OPTIONS as SERVER_BACKUP_OPTIONS } from '#server/options/backup-table.js'
import { durationOption, type OptionTable, switchOption } from '#server/options/option.js'
import { STORAGE_OPTIONS } from '#server/options/table.js'
import { BACKUP_OPTIONS } from './backup-options.js'
import { SERVER_DEFAULTS, SERVER_OPTIONS, type ServerRequest, serverRequestError } from './server-options.js'

type EtcdConfig = Pick<StorageConfig, 'etcdEndpoints' | 'etcdPrefix' | 'etcdCacert' | 'etcdCert' | 'etcdKey'>

export interface MigrateRequest
  extends EtcdConfig,
    Pick<ServerConfig, 'identityKeyFile'>,
    Pick<ServerRequest, 'kubeconfig' | 'context'> {
  /** The URL of a server, or a data folder; empty for the server of a kubeconfig. */
  readonly from: string
  /** A data folder, or `etcd`. */
  readonly to: string
  readonly cancel: boolean
  readonly maxReadOnlyMs: number
  readonly rate: number
  readonly withoutIdentity: boolean
  readonly quiet: boolean
}

/** The target that is not a folder. */
export const ETCD = 'etcd'

const isUrl = (text: string) => /^https?:\/\//.test(text)

const { etcdEndpoints, etcdPrefix, etcdCacert, etcdCert, etcdKey } = STORAGE_OPTIONS

export const MIGRATE_OPTIONS: OptionTable<MigrateRequest> = {
  from: {
    flag: '--from',
    placeholder: '<url|folder>',
    hasVariable: false,
    help: 'server that needs no credentials, or data folder that no server uses',
    expected: 'a URL such as http://127.0.0.1:8080, or a folder',
    parse: (text) =>
      text === '' || (isUrl(text) && SERVER_OPTIONS.server.parse(text) === undefined) ? undefined : text,
    format: (text) => text || 'the server of KUBECONFIG',
  },
  to: {
    flag: '--to',
    placeholder: '<folder|etcd>',
    hasVariable: false,
    help: 'empty data folder, or "etcd" for an empty prefix of etcd',
    expected: 'a folder, or "etcd"',
    parse: (text) => (text === '' || isUrl(text) ? undefined : text),
    format: String,
  },
  etcdEndpoints: { ...etcdEndpoints, help: 'URLs of the etcd members, with --to etcd' },
  etcdPrefix,
  etcdCacert,
  etcdCert,
  etcdKey,
  identityKeyFile: SERVER_BACKUP_OPTIONS.identityKeyFile,
  kubeconfig: { ...SERVER_OPTIONS.kubeconfig, help: 'kubeconfig for the server, instead of --from' },
  context: SERVER_OPTIONS.context,
  maxReadOnlyMs: {
    ...durationOption(
      '--max-read-only',
      'longest time that the source is read-only before everything is moved',
    ),
    hasVariable: false,
  },
  rate: BACKUP_OPTIONS.rate,
  withoutIdentity: {
    ...switchOption('--without-identity', 'do not move the keys of tokens and of the self-signed CA'),
    hasVariable: false,
  },
  cancel: {
    ...switchOption('--cancel', 'make a source writable again that was moved; moves nothing'),
    hasVariable: false,
  },
  quiet: BACKUP_OPTIONS.quiet,
}

const { kubeconfig, context } = SERVER_DEFAULTS

export const MIGRATE_DEFAULTS: Defaults<MigrateRequest> = {
  ...defaultConfig,
  from: '',
  to: '',
  kubeconfig,
  context,
  cancel: false,
  maxReadOnlyMs: 60_000,
  rate: 0,
  withoutIdentity: false,
  quiet: false,
}

/** The storage that the options name. */
export const targetOf = (request: MigrateRequest): StorageConfig => ({
  ...request,
  storage: request.to === ETCD ? 'etcd' : 'embedded',
  dataDir: request.to,
  upgradeEtcd: false,
  allowEmpty: false,
})

/** The data folder of the source; undefined for a running server. */
export const sourceFolder = ({ from }: MigrateRequest): string | undefined =>
  from === '' || isUrl(from) ? undefined : from

/** The server of the source. */
export const sourceServer = ({ from, kubeconfig, context }: MigrateRequest): ServerRequest => ({
  server: from,
  kubeconfig,
  context,
})

/** The error of options that do not fit together, if any. */
export function migrateError(request: MigrateRequest): string | undefined {
  const { to, from, cancel, kubeconfig } = request
  if (from !== '' && kubeconfig !== '') return '--from and --kubeconfig cannot be combined'
  if (sourceFolder(request) === undefined && serverRequestError(sourceServer(request)) !== undefined)
    return '--context is of a kubeconfig, and --from needs none'
  if (cancel) return to === '' ? undefined : '--cancel moves nothing, and needs no --to'
  return to === '' ? '--to is missing: expected a folder, or "etcd"' : etcdError(targetOf(request))
}
