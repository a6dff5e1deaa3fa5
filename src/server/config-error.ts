import { allowsAll, authorizationError } from '#access/authorization/authorization-config.js'
import { tlsError } from '#access/certificates/tls-config.js'
import { proxyClientError } from '#access/front-proxy/proxy-client-config.js'
import { openIdError } from '#access/openid/openid-config.js'
import { accountTokenError } from '#access/tokens/account-token-config.js'
import { admissionError } from '#admission/plugin-order.js'
import { dnsError, federationError } from '#federation/config.js'
import { isAllowableOrigin } from '#http/request/allowed-origins.js'
import { serviceNetworkError } from '#kinds/core/service/network.js'
import { nodeConnectionError } from '#nodes/config.js'
import { servicesError } from '#webhooks/client/configured-services.js'
import {
  authorizationModeOf,
  federationOf,
  isLoopback,
  type ProgramConfig,
  type ServerConfig,
  type StorageConfig,
} from './config.js'
import { featureGatesError } from './feature-gates/feature-gates.js'
import { runtimeConfigError } from './runtime-config/runtime-config.js'

/** The error of the configuration, if any. */
export function configError(config: ServerConfig & ProgramConfig): string | undefined {
  return (
    hostError(config) ??
    recordingError(config) ??
    etcdError(config) ??
    openIdError(config) ??
    accountTokenError(config) ??
    authorizationError(config) ??
    tlsError(config) ??
    admissionError(config) ??
    auditError(config) ??
    accessLogError(config) ??
    originError(config) ??
    faultsError(config) ??
    archiveError(config) ??
    membersError(config) ??
    nodeConnectionError(config) ??
    proxyClientError(config) ??
    servicesError(config.serviceResolver) ??
    serviceNetworkError(config) ??
    featureGatesError(config) ??
    runtimeConfigError(config)
  )
}

function membersError(config: ServerConfig): string | undefined {
  if (!config.federation && config.federationAllowedAddresses.length > 0) {
    return '--federation-allow-address needs --federation'
  }
  if (!config.federation && config.dnsListen !== '') return '--dns-listen needs --federation'
  return federationError(federationOf(config)) ?? dnsError(config)
}

function originError({ corsAllowedOrigins }: ServerConfig): string | undefined {
  const unusable = corsAllowedOrigins.find((origin) => !isAllowableOrigin(origin))
  return unusable === undefined ? undefined : `${JSON.stringify(unusable)} stands for no origins`
}

function recordingError({ from, storage }: ServerConfig): string | undefined {
  if (from === '' || storage === 'memory') return undefined
  return `--from serves a recording from memory, not from the ${storage} storage; leave --storage out`
}

/** The error of fault rules on a server that others may depend on, if any. */
function faultsError({ faultsFile, allowFaultsOnNetwork, host }: ServerConfig): string | undefined {
  if (allowFaultsOnNetwork && faultsFile === '') return '--allow-faults-on-network needs --faults'
  if (faultsFile === '' || allowFaultsOnNetwork || isLoopback(host)) return undefined
  return (
    `the host ${host} is reachable by others, and --faults makes their requests fail; ` +
    'choose 127.0.0.1, ::1 or localhost, or add --allow-faults-on-network'
  )
}

/** The error of the etcd options, if any. */
export function etcdError(config: StorageConfig): string | undefined {
  const { storage, etcdEndpoints, etcdCacert, etcdCert, etcdKey } = config
  if (storage !== 'etcd') return undefined
  if (etcdEndpoints.length === 0) return 'the etcd storage needs --etcd-endpoints'
  if ((etcdCert === '') !== (etcdKey === '')) return '--etcd-cert and --etcd-key must be set together'
  const isPlain = etcdEndpoints.some((endpoint) => endpoint.startsWith('http:'))
  if (isPlain && etcdCacert + etcdCert !== '') {
    return 'etcd certificates need https:// in --etcd-endpoints'
  }
  return undefined
}

function archiveError({ archive, archiveRecipientFile }: ServerConfig): string | undefined {
  return archive === '' && archiveRecipientFile !== ''
    ? '--archive-recipient-file needs --archive'
    : undefined
}

/** The error of audit options without a log, if any. */
function auditError({
  auditLog,
  auditPolicyFile,
  auditSink,
}: ServerConfig & ProgramConfig): string | undefined {
  if (auditPolicyFile === '' || auditLog !== '' || auditSink !== undefined) return undefined
  return '--audit-policy-file needs --audit-log'
}

function accessLogError({ auditLog, accessLog }: ServerConfig): string | undefined {
  if (auditLog !== '-' || accessLog !== '-') return undefined
  return '--audit-log and --access-log cannot both be standard output'
}

/** The error of the host, if any. Without authorization, everyone who reaches the server may do everything. */
export function hostError(config: ServerConfig & ProgramConfig): string | undefined {
  const { host, allowAnyHost } = config
  if (allowAnyHost || isLoopback(host) || !allowsAll(authorizationModeOf(config))) return undefined
  return (
    `the host ${host} is reachable by others, and every request is allowed; ` +
    'choose 127.0.0.1, ::1 or localhost, or add --insecure-allow-any-host'
  )
}
