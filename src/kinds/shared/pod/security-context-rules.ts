import type { FieldErrors } from '../../../meta/field-errors.js'
import { MAX_INT32, mustLieBetween } from '../../../meta/field-rules.js'
import type { PodSecurityContext, SecurityContext } from './security-context.js'

function mustBeUserOrGroup(field: string, id: number | undefined, errors: FieldErrors): void {
  mustLieBetween(0, MAX_INT32, field, id, errors)
}

export function validateSecurityContext(context: SecurityContext, errors: FieldErrors): void {
  const { privileged, runAsUser, allowPrivilegeEscalation, capabilities } = context
  // Clusters decide for themselves what runs on their nodes; what is spread over many of them runs unprivileged.
  if (privileged) errors.forbidden('privileged', 'disallowed by cluster policy')
  mustBeUserOrGroup('runAsUser', runAsUser, errors)
  if (allowPrivilegeEscalation !== false) return
  if (privileged) {
    errors.invalid('', context, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true')
  }
  if (capabilities?.add?.includes('CAP_SYS_ADMIN')) {
    errors.invalid(
      '',
      context,
      'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
    )
  }
}

export function validatePodSecurityContext(
  { fsGroup, runAsUser, supplementalGroups }: PodSecurityContext,
  errors: FieldErrors,
): void {
  mustBeUserOrGroup('fsGroup', fsGroup, errors)
  mustBeUserOrGroup('runAsUser', runAsUser, errors)
  errors.each('supplementalGroups', supplementalGroups, validateGroup)
}

function validateGroup(group: number, errors: FieldErrors): void {
  mustBeUserOrGroup('', group, errors)
}
