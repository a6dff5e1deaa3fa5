import {
  type Check,
  containersOf,
  counted,
  namedContainers,
  namesWhere,
  quoted,
  setters,
  unique,
} from './violation.js'

const CAPABILITIES: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
])

const APP_ARMOR_ANNOTATION = 'container.apparmor.security.beta.kubernetes.io/'

export const appArmorProfile: Check = (pod) => {
  const { metadata, spec } = pod
  const isBad = (type: string | undefined): type is string =>
    type !== undefined && type !== 'RuntimeDefault' && type !== 'Localhost'
  const ofPod = spec.securityContext?.appArmorProfile?.type
  const containers = namesWhere(pod, ({ securityContext }) => isBad(securityContext?.appArmorProfile?.type))
  const types = containersOf(spec).map(({ securityContext }) => securityContext?.appArmorProfile?.type)
  const annotations = Object.entries(metadata.annotations ?? {})
    .filter(([key, value]) => key.startsWith(APP_ARMOR_ANNOTATION) && !isAllowedAppArmor(value))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .sort()
  const values = [...unique([ofPod, ...types].filter(isBad)), ...annotations]
  if (values.length === 0) return undefined
  const ofAnnotations = annotations.length > 0 ? [counted('annotation', annotations)] : []
  const who = setters(isBad(ofPod), containers, ...ofAnnotations)
  return {
    reason: counted('forbidden AppArmor profile', values),
    detail: `${who} must not set AppArmor profile type to ${quoted(values)}`,
  }
}

const isAllowedAppArmor = (value: string) =>
  value === '' || value === 'runtime/default' || value.startsWith('localhost/')

export const capabilities: Check = (pod) => {
  const added = new Set<string>()
  const containers = namesWhere(pod, ({ securityContext }) => {
    const others = (securityContext?.capabilities?.add ?? []).filter((name) => !CAPABILITIES.has(name))
    for (const name of others) added.add(name)
    return others.length > 0
  })
  if (containers.length === 0) return undefined
  return {
    reason: 'non-default capabilities',
    detail: `${namedContainers(containers)} must not include ${quoted(unique(added))} in securityContext.capabilities.add`,
  }
}

export const hostNamespaces: Check = ({ spec: { hostNetwork, hostPID, hostIPC } }) => {
  const shared = Object.entries({ hostNetwork, hostPID, hostIPC }).filter(([, value]) => value)
  if (shared.length === 0) return undefined
  return { reason: 'host namespaces', detail: shared.map(([name]) => `${name}=true`).join(', ') }
}

export const hostPathVolumes: Check = ({ spec }) => {
  const volumes = (spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined)
  if (volumes.length === 0) return undefined
  const names = volumes.map(({ name }) => name)
  return { reason: 'hostPath volumes', detail: `${counted('volume', names)} ${quoted(names)}` }
}

export const hostPorts: Check = (pod) => {
  const ports = new Set<string>()
  const containers = namesWhere(pod, (container) => {
    const bound = (container.ports ?? []).filter(({ hostPort = 0 }) => hostPort !== 0)
    for (const { hostPort } of bound) ports.add(String(hostPort))
    return bound.length > 0
  })
  if (containers.length === 0) return undefined
  const verb = containers.length === 1 ? 'uses' : 'use'
  const all = unique(ports)
  return {
    reason: 'hostPort',
    detail: `${namedContainers(containers)} ${verb} ${counted('hostPort', all)} ${all.join(', ')}`,
  }
}

export const privileged: Check = (pod) => {
  const containers = namesWhere(pod, ({ securityContext }) => securityContext?.privileged === true)
  if (containers.length === 0) return undefined
  return {
    reason: 'privileged',
    detail: `${namedContainers(containers)} must not set securityContext.privileged=true`,
  }
}

export const procMount: Check = (pod) => {
  const types = new Set<string>()
  const containers = namesWhere(pod, ({ securityContext }) => {
    const type = securityContext?.procMount
    if (type === undefined || type === 'Default') return false
    types.add(type)
    return true
  })
  if (containers.length === 0) return undefined
  return {
    reason: 'procMount',
    detail: `${namedContainers(containers)} must not set securityContext.procMount to ${quoted(unique(types))}`,
  }
}

export const windowsHostProcess: Check = (pod) => {
  const isPod = pod.spec.securityContext?.windowsOptions?.hostProcess === true
  const containers = namesWhere(
    pod,
    ({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true,
  )
  const who = setters(isPod, containers)
  if (who === '') return undefined
  return {
    reason: 'hostProcess',
    detail: `${who} must not set securityContext.windowsOptions.hostProcess=true`,
  }
}

const SYSCTLS = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]
const SYSCTLS_27 = [...SYSCTLS, 'net.ipv4.ip_local_reserved_ports']
const SYSCTLS_29 = [
  ...SYSCTLS_27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
]
const SYSCTLS_32 = [...SYSCTLS_29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']

const sysctlsOutside = (allowed: readonly string[]): Check => {
  const known = new Set(allowed)
  return ({ spec }) => {
    const others = (spec.securityContext?.sysctls ?? [])
      .map(({ name }) => name)
      .filter((name) => !known.has(name))
    return others.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: others.join(', ') }
  }
}

export const sysctls = sysctlsOutside(SYSCTLS)
export const sysctls27 = sysctlsOutside(SYSCTLS_27)
export const sysctls29 = sysctlsOutside(SYSCTLS_29)
export const sysctls32 = sysctlsOutside(SYSCTLS_32)
