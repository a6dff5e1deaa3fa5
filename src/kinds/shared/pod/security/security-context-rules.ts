import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { MAX_INT32, mustBeGiven, mustBeOneOf, mustLieBetween } from '#meta/field-rules.js'
import { validateAppArmorProfile, validateSeccompProfile, validateWindowsOptions } from './profile-rules.js'
import type { PodSecurityContext, SecurityContext, Sysctl } from './security-context.js'
import { isSysctlName, SYSCTL_NAME_RULE } from './sysctl-rules.js'

const PROC_MOUNTS = ['Default', 'Unmasked']
const OWNERSHIP_CHANGES = ['Always', 'OnRootMismatch']
const GROUP_POLICIES = ['Merge', 'Strict']
const LABEL_CHANGES = ['MountOption', 'Recursive']

function mustBeUserOrGroup(field: string, id: number | undefined, errors: FieldErrors): void {
  mustLieBetween(0, MAX_INT32, field, id, errors)
}

export function validateSecurityContext(
  context: SecurityContext,
  errors: FieldErrors,
  { isCurrent }: PodRules,
): void {
  const { privileged, runAsUser, allowPrivilegeEscalation, capabilities } = context
  // Legacy groups reject privileged containers.
  if (privileged && !isCurrent) errors.forbidden('privileged', 'disallowed by cluster policy')
  mustBeUserOrGroup('runAsUser', runAsUser, errors)
  mustBeUserOrGroup('runAsGroup', context.runAsGroup, errors)
  mustBeOneOf('procMount', context.procMount, PROC_MOUNTS, errors)
  errors.field('seccompProfile', context.seccompProfile, validateSeccompProfile)
  errors.field('appArmorProfile', context.appArmorProfile, validateAppArmorProfile)
  errors.field('windowsOptions', context.windowsOptions, validateWindowsOptions)
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

export function validatePodSecurityContext(context: PodSecurityContext, errors: FieldErrors): void {
  const { fsGroup, runAsUser, runAsGroup, supplementalGroups } = context
  mustBeUserOrGroup('fsGroup', fsGroup, errors)
  mustBeUserOrGroup('runAsUser', runAsUser, errors)
  mustBeUserOrGroup('runAsGroup', runAsGroup, errors)
  errors.each('supplementalGroups', supplementalGroups, validateGroup)
  errors.eachDistinct('sysctls', context.sysctls, validateSysctl)
  mustBeOneOf('fsGroupChangePolicy', context.fsGroupChangePolicy, OWNERSHIP_CHANGES, errors)
  mustBeOneOf('supplementalGroupsPolicy', context.supplementalGroupsPolicy, GROUP_POLICIES, errors)
  mustBeOneOf('seLinuxChangePolicy', context.seLinuxChangePolicy, LABEL_CHANGES, errors)
  errors.field('seccompProfile', context.seccompProfile, validateSeccompProfile)
  errors.field('appArmorProfile', context.appArmorProfile, validateAppArmorProfile)
  errors.field('windowsOptions', context.windowsOptions, validateWindowsOptions)
}

function validateGroup(group: number, errors: FieldErrors): void {
  mustBeUserOrGroup('', group, errors)
}

function validateSysctl({ name }: Sysctl, errors: FieldErrors, names: Set<string>): void {
  if (!mustBeGiven('name', name, errors)) return
  if (!isSysctlName(name)) errors.invalid('name', name, SYSCTL_NAME_RULE)
  else if (names.has(name)) errors.duplicate('name', name)
  names.add(name)
}
