import { MIRROR } from '#kinds/shared/pod/annotation-rules.js'
import { CONTAINER_APPARMOR } from '#kinds/shared/pod/security/profile-annotations.js'
import type { FieldErrors } from '#meta/field-errors.js'

/** Annotations of a pod that cannot change. */

type Annotations = Readonly<Record<string, string>> | undefined

export function mustKeepAnnotations(after: Annotations, before: Annotations, errors: FieldErrors): void {
  for (const key in before) {
    if (after?.[key] !== before[key]) mustMayChange(key, 'remove or update', errors)
  }
  for (const key in after) {
    if (before?.[key] === undefined) mustMayChange(key, 'add', errors)
  }
}

function mustMayChange(key: string, how: string, errors: FieldErrors): void {
  const field = `metadata.annotations[${key}]`
  if (key.startsWith(CONTAINER_APPARMOR)) errors.forbidden(field, `may not ${how} AppArmor annotations`)
  if (key !== MIRROR) return
  errors.forbidden(field, `may not ${how} mirror pod annotation`)
}
