import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { MAX_INT32, mustBeOneOf, mustLieBetween } from '#meta/field-rules.js'
import { validateAppArmorProfile, validateSeccompProfile } from './profile-rules.js'
import type { SecurityContext } from './security-context.js'
import { validateWindowsOptions } from './windows-rules.js'

const PROC_MOUNTS = ['Default', 'Unmasked']

export function mustBeUserOrGroup(field: string, id: number | undefined, errors: FieldErrors): void {
  mustLieBetween(0, MAX_INT32, field, id, errors)
}

export function validateSecurityContext(
  context: SecurityContext,
  errors: FieldErrors,
  { rules, pod }: { rules: PodRules; pod: PodSpec },
): void {
  const { privileged, procMount } = context
  // Legacy groups reject privileged containers.
  if (privileged && !rules.isCurrent) errors.forbidden('privileged', 'disallowed by cluster policy')
  mustBeUserOrGroup('runAsUser', context.runAsUser, errors)
  mustBeUserOrGroup('runAsGroup', context.runAsGroup, errors)
  mustBeOneOf('procMount', procMount, PROC_MOUNTS, errors)
  if (procMount === 'Unmasked' && pod.hostUsers !== false) {
    errors.invalid('procMount', procMount, '`hostUsers` must be false to use `Unmasked`')
  }
  errors.field('seccompProfile', context.seccompProfile, validateSeccompProfile)
  if (context.allowPrivilegeEscalation === false) mustNotEscalate(context, errors)
  errors.field('windowsOptions', context.windowsOptions, validateWindowsOptions)
  errors.field('appArmorProfile', context.appArmorProfile, validateAppArmorProfile)
}

function mustNotEscalate(context: SecurityContext, errors: FieldErrors): void {
  if (context.privileged) {
    errors.invalid('', context, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true')
  }
  if (context.capabilities?.add?.includes('CAP_SYS_ADMIN')) {
    errors.invalid(
      '',
      context,
      'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
    )
  }
}
