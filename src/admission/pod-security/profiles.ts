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

const SELINUX_TYPES = ['', 'container_t', 'container_init_t', 'container_kvm_t']
const SELINUX_TYPES_31 = [...SELINUX_TYPES, 'container_engine_t']

interface SELinuxOptions {
  readonly type?: string | undefined
  readonly user?: string | undefined
  readonly role?: string | undefined
}

const seLinuxOutside =
  (allowed: readonly string[]): Check =>
  (pod) => {
    const bad: SELinuxOptions[] = []
    const isBad = (options: SELinuxOptions | undefined) => {
      if (options === undefined) return false
      const { type = '', user = '', role = '' } = options
      if (allowed.includes(type) && user === '' && role === '') return false
      bad.push(options)
      return true
    }
    const isPod = isBad(pod.spec.securityContext?.seLinuxOptions)
    const containers = namesWhere(pod, ({ securityContext }) => isBad(securityContext?.seLinuxOptions))
    if (bad.length === 0) return undefined
    const types = unique(bad.map(({ type = '' }) => type).filter((type) => !allowed.includes(type)))
    const what = [
      ...(types.length > 0 ? [`${counted('type', types)} ${quoted(types)}`] : []),
      ...(bad.some(({ user = '' }) => user !== '') ? ['user may not be set'] : []),
      ...(bad.some(({ role = '' }) => role !== '') ? ['role may not be set'] : []),
    ]
    const detail = `${setters(isPod, containers)} set forbidden securityContext.seLinuxOptions: ${what.join('; ')}`
    return { reason: 'seLinuxOptions', detail }
  }

export const seLinuxOptions = seLinuxOutside(SELINUX_TYPES)
export const seLinuxOptions31 = seLinuxOutside(SELINUX_TYPES_31)

const POD_ANNOTATION = 'seccomp.security.alpha.kubernetes.io/pod'
const CONTAINER_ANNOTATION = 'container.seccomp.security.alpha.kubernetes.io/'

/** Before 1.19 annotations named the profiles. */
export const seccompAnnotations: Check = ({ metadata, spec }) => {
  const keys = [POD_ANNOTATION, ...containersOf(spec).map(({ name }) => CONTAINER_ANNOTATION + name)]
  const forbidden = keys.flatMap((key) => {
    const value = metadata.annotations?.[key]
    return value === undefined || isAllowedAnnotation(value) ? [] : [`${key}=${JSON.stringify(value)}`]
  })
  if (forbidden.length === 0) return undefined
  const all = unique(forbidden)
  return { reason: 'seccompProfile', detail: `forbidden ${counted('annotation', all)} ${all.join(', ')}` }
}

const isAllowedAnnotation = (value: string) =>
  value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/')

const isForbidden = (type: string | undefined): type is string =>
  type !== undefined && type !== 'Localhost' && type !== 'RuntimeDefault'

export const seccompProfile: Check = (pod) => {
  const ofPod = pod.spec.securityContext?.seccompProfile?.type
  const types = containersOf(pod.spec).map(({ securityContext }) => securityContext?.seccompProfile?.type)
  const containers = namesWhere(pod, ({ securityContext }) =>
    isForbidden(securityContext?.seccompProfile?.type),
  )
  const values = unique([ofPod, ...types].filter(isForbidden))
  if (values.length === 0) return undefined
  const who = setters(isForbidden(ofPod), containers)
  return {
    reason: 'seccompProfile',
    detail: `${who} must not set securityContext.seccompProfile.type to ${quoted(values)}`,
  }
}

/** Each container has a profile, if only that of the pod. */
export const seccompProfileRequired: Check = (pod) => {
  const forbidden = seccompProfile(pod)
  if (forbidden !== undefined) return forbidden
  if (pod.spec.securityContext?.seccompProfile !== undefined) return undefined
  const containers = namesWhere(pod, ({ securityContext }) => securityContext?.seccompProfile === undefined)
  if (containers.length === 0) return undefined
  return {
    reason: 'seccompProfile',
    detail: `pod or ${namedContainers(containers)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  }
}
