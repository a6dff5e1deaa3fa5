import { containersOf } from '#kinds/shared/pod/containers/containers-of.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { AppArmorProfile, SeccompProfile } from './security-context.js'

/** Annotations that name security profiles. Fields have taken their place; where both are set they must agree. */

export const POD_SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod'
export const CONTAINER_SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/'
export const CONTAINER_APPARMOR = 'container.apparmor.security.beta.kubernetes.io/'
export const LOCALHOST = 'localhost/'

type Annotations = Readonly<Record<string, string>>

export function mustMatchAnnotations(annotations: Annotations, spec: PodSpec, errors: FieldErrors): void {
  const { securityContext, os } = spec
  const containers = containersOf(spec)
  mustMatch(
    SECCOMP,
    annotations[POD_SECCOMP],
    securityContext?.seccompProfile,
    'spec.securityContext.seccompProfile',
    errors,
  )
  for (const { container, path } of containers) {
    const { seccompProfile } = container.securityContext ?? {}
    const at = `spec.${path}.securityContext.seccompProfile`
    mustMatch(SECCOMP, annotations[CONTAINER_SECCOMP + container.name], seccompProfile, at, errors)
  }
  if (os?.name === 'windows') return
  for (const { container, path } of containers) {
    const profile = container.securityContext?.appArmorProfile ?? securityContext?.appArmorProfile
    const at = `spec.${path}.securityContext.appArmorProfile`
    mustMatch(APPARMOR, annotations[CONTAINER_APPARMOR + container.name], profile, at, errors)
  }
}

interface ProfileKind {
  readonly name: string
  /** The annotations of the types that have no further name. */
  readonly annotations: Readonly<Record<string, readonly string[]>>
}

const SECCOMP: ProfileKind = {
  name: 'seccomp',
  annotations: { Unconfined: ['unconfined'], RuntimeDefault: ['runtime/default', 'docker/default'] },
}
const APPARMOR: ProfileKind = {
  name: 'apparmor',
  annotations: { Unconfined: ['unconfined'], RuntimeDefault: ['runtime/default'] },
}

function mustMatch(
  { name, annotations }: ProfileKind,
  annotation: string | undefined,
  profile: SeccompProfile | AppArmorProfile | undefined,
  path: string,
  errors: FieldErrors,
): void {
  if (annotation === undefined || profile === undefined) return
  const { type, localhostProfile } = profile
  const matches =
    type === 'Localhost'
      ? annotation.startsWith(LOCALHOST)
      : (annotations[type]?.includes(annotation) ?? true)
  if (!matches) errors.forbidden(`${path}.type`, `${name} type in annotation and field must match`)
  else if (type === 'Localhost' && annotation.slice(LOCALHOST.length) !== localhostProfile) {
    errors.forbidden(`${path}.localhostProfile`, `${name} profile in annotation and field must match`)
  }
}

/** The profile that an AppArmor annotation names; undefined if it names none. */
export function appArmorProfileOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined', localhostProfile: undefined }
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault', localhostProfile: undefined }
  if (!annotation.startsWith(LOCALHOST)) return undefined
  const localhostProfile = annotation.slice(LOCALHOST.length).trim()
  return localhostProfile === '' ? undefined : { type: 'Localhost', localhostProfile }
}

/** The annotation of an AppArmor profile; undefined for an unknown type. */
export function appArmorAnnotationOf({ type, localhostProfile }: AppArmorProfile): string | undefined {
  if (type === 'Localhost') return localhostProfile === undefined ? undefined : LOCALHOST + localhostProfile
  return APPARMOR.annotations[type]?.[0]
}
