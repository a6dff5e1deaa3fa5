import { withAnnotations } from '#kinds/shared/metadata.js'
import type { Container } from '#kinds/shared/pod/containers/container.js'
import { containersOf } from '#kinds/shared/pod/containers/containers-of.js'
import {
  appArmorAnnotationOf,
  appArmorProfileOf,
  CONTAINER_APPARMOR,
} from '#kinds/shared/pod/security/profile-annotations.js'
import { type AppArmorProfile, SecurityContext } from '#kinds/shared/pod/security/security-context.js'
import { decoderOf } from '#schema/decode.js'
import type { Pod } from './schema.js'

/** AppArmor profiles of a new pod: an annotation per container and a field say the same, and one becomes the other. */

const newContext = decoderOf(SecurityContext)

export function alignAppArmor({ metadata, spec }: Pod): void {
  const { annotations } = metadata
  const ofPod = spec.securityContext?.appArmorProfile
  if (spec.os?.name === 'windows' || !mayHaveProfiles(annotations, ofPod, spec)) return
  for (const { container } of containersOf(spec)) {
    const key = CONTAINER_APPARMOR + container.name
    const own = container.securityContext?.appArmorProfile
    if (annotations?.[key] === undefined) {
      const profile = own ?? ofPod
      const annotation = profile && appArmorAnnotationOf(profile)
      if (annotation !== undefined) Object.assign(metadata, withAnnotations(metadata, { [key]: annotation }))
    } else if (own === undefined) {
      const profile = profileToCopy(annotations[key], ofPod)
      if (profile === undefined) continue
      container.securityContext ??= newContext({})
      container.securityContext.appArmorProfile = profile
    }
  }
}

/** The warnings about annotations that took the place of fields. */
export function appArmorWarnings({ metadata: { annotations }, spec }: Readonly<Pod>): string[] {
  const ofPod = spec.securityContext?.appArmorProfile
  if (annotations === undefined || spec.os?.name === 'windows') return []
  return containersOf(spec).flatMap(({ container }) => {
    const key = CONTAINER_APPARMOR + container.name
    const annotation = annotations[key]
    if (annotation === undefined || container.securityContext?.appArmorProfile !== undefined) return []
    const isOfPod =
      appArmorProfileOf(annotation) !== undefined && profileToCopy(annotation, ofPod) === undefined
    if (isOfPod) return []
    return [`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`]
  })
}

/** A fast check for the common case: every new pod comes through here. */
function mayHaveProfiles(
  annotations: object | undefined,
  ofPod: AppArmorProfile | undefined,
  { containers, initContainers }: Pod['spec'],
): boolean {
  return (
    annotations !== undefined ||
    ofPod !== undefined ||
    haveProfiles(containers) ||
    haveProfiles(initContainers)
  )
}

const haveProfiles = (containers: readonly Container[] | null | undefined) =>
  containers?.some(({ securityContext }) => securityContext?.appArmorProfile !== undefined) ?? false

/** The profile of an annotation, unless it is that of the pod already. */
function profileToCopy(annotation: string, ofPod: AppArmorProfile | undefined): AppArmorProfile | undefined {
  const profile = appArmorProfileOf(annotation)
  const isOfPod = profile?.type === ofPod?.type && profile?.localhostProfile === ofPod?.localhostProfile
  return isOfPod ? undefined : profile
}
