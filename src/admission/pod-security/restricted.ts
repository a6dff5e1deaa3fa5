import { type Check, counted, namedContainers, namesWhere, quoted, setters, unique } from './violation.js'

export const allowPrivilegeEscalation: Check = (pod) => {
  const containers = namesWhere(
    pod,
    ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false,
  )
  if (containers.length === 0) return undefined
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${namedContainers(containers)} must set securityContext.allowPrivilegeEscalation=false`,
  }
}

export const capabilities: Check = (pod) => {
  const added = new Set<string>()
  const keeping = namesWhere(
    pod,
    ({ securityContext }) => !securityContext?.capabilities?.drop?.includes('ALL'),
  )
  const adding = namesWhere(pod, ({ securityContext }) => {
    const others = (securityContext?.capabilities?.add ?? []).filter((name) => name !== 'NET_BIND_SERVICE')
    for (const name of others) added.add(name)
    return others.length > 0
  })
  const details = [
    ...(keeping.length > 0
      ? [`${namedContainers(keeping)} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    ...(adding.length > 0
      ? [
          `${namedContainers(adding)} must not include ${quoted(unique(added))} in securityContext.capabilities.add`,
        ]
      : []),
  ]
  return details.length === 0
    ? undefined
    : { reason: 'unrestricted capabilities', detail: details.join('; ') }
}

const VOLUMES: ReadonlySet<string> = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
])

export const restrictedVolumes: Check = ({ spec }) => {
  const types = new Set<string>()
  const volumes = (spec.volumes ?? []).filter((volume) => {
    const sources = Object.entries(volume).filter(([name, value]) => name !== 'name' && value !== undefined)
    if (sources.some(([name]) => VOLUMES.has(name))) return false
    types.add(sources[0]?.[0] ?? 'unknown')
    return true
  })
  if (volumes.length === 0) return undefined
  const names = volumes.map(({ name }) => name)
  const verb = names.length === 1 ? 'uses' : 'use'
  const all = unique(types)
  return {
    reason: 'restricted volume types',
    detail: `${counted('volume', names)} ${quoted(names)} ${verb} ${counted('restricted volume type', all)} ${quoted(all)}`,
  }
}

export const runAsNonRoot: Check = (pod) => {
  const ofPod = pod.spec.securityContext?.runAsNonRoot
  const refusing = namesWhere(pod, ({ securityContext }) => securityContext?.runAsNonRoot === false)
  const who = setters(ofPod === false, refusing)
  if (who !== '') {
    return {
      reason: 'runAsNonRoot != true',
      detail: `${who} must not set securityContext.runAsNonRoot=false`,
    }
  }
  if (ofPod) return undefined
  const silent = namesWhere(pod, ({ securityContext }) => securityContext?.runAsNonRoot === undefined)
  if (silent.length === 0) return undefined
  return {
    reason: 'runAsNonRoot != true',
    detail: `pod or ${namedContainers(silent)} must set securityContext.runAsNonRoot=true`,
  }
}

export const runAsUser: Check = (pod) => {
  // An int64 beyond the safe integers is a bigint.
  const isRoot = (user: number | bigint | undefined) => user !== undefined && Number(user) === 0
  const isPod = isRoot(pod.spec.securityContext?.runAsUser)
  const who = setters(
    isPod,
    namesWhere(pod, ({ securityContext }) => isRoot(securityContext?.runAsUser)),
  )
  return who === '' ? undefined : { reason: 'runAsUser=0', detail: `${who} must not set runAsUser=0` }
}
