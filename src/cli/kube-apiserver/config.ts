import { readSourcedConfig, SERVE_DEFAULTS, type ServeOptions, valuesOf } from '#cli/config/serve-config.js'
import { UsageError } from '#cli/process-environment.js'
import { checked, type Environment } from '#cli/read-options.js'
import type { ServerConfig } from '#server/config.js'
import { configError } from '#server/config-error.js'
import { ownPrefix } from './storage-flags.js'

/** What kube-apiserver does by itself. kube-controller-manager does the rest. */
const CONTROLLERS = [
  'authentication-info',
  'bootstrap-policy',
  'definitions',
  'event-ttl',
  'flow-schema-status',
  'system-objects',
]

/** The defaults of kube-apiserver where they differ from those of `serve`, except that nobody may do everything. */
export const DEFAULTS: ServeOptions = {
  ...SERVE_DEFAULTS,
  host: '0.0.0.0',
  port: 6443,
  storage: 'etcd',
  etcdPrefix: ownPrefix('/registry'),
  dataDir: '/var/run/kubernetes',
  namespaces: 'strict',
  controllers: CONTROLLERS,
  serviceClusterIpRange: ['10.0.0.0/24'],
  connectToNodes: true,
  auditLogMaxAge: 0,
  auditLogMaxBackups: 0,
}

/** The configuration of a server from arguments of `serve`. Throws `UsageError`. */
export async function readConfig(argv: readonly string[], env: Environment): Promise<ServerConfig> {
  const sourced = await readSourcedConfig(argv, env, DEFAULTS)
  const { storage, dataDir } = sourced
  if (storage.value === 'embedded' && (dataDir.source === 'default' || dataDir.source === 'flag')) {
    throw new UsageError('the embedded storage needs BINNACLE_DATA_DIR, without --cert-dir')
  }
  const config = valuesOf(sourced)
  const { tlsCertFile, tlsKeyFile, enableAdmissionPlugins, disableAdmissionPlugins } = config
  const plugins = disableAdmissionPlugins.includes('ServiceAccount')
    ? enableAdmissionPlugins
    : [...new Set(['ServiceAccount', ...enableAdmissionPlugins])]
  const tlsSelfSigned = tlsCertFile === '' && tlsKeyFile === ''
  return checked({ ...config, tlsSelfSigned, enableAdmissionPlugins: plugins }, configError)
}
