import { podReferences } from '#kinds/shared/pod/pod-references.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'

/** A node cannot get more for a mirror pod than it has itself. */
export function mirrorPodError(spec: PodSpec): string | undefined {
  if (spec.serviceAccountName) return 'a mirror pod may not reference service accounts'
  if (podReferences({ ...spec }).some(({ kind }) => kind === 'Secret')) {
    return 'a mirror pod may not reference secrets'
  }
  const projected = (spec.volumes ?? []).flatMap((volume) => volume.projected?.sources ?? [])
  return projected.some(({ serviceAccountToken }) => serviceAccountToken !== undefined)
    ? 'a mirror pod may not use ServiceAccountToken volume projections'
    : undefined
}
