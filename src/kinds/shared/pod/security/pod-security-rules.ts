import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeOneOf } from '#meta/field-rules.js'
import { validateAppArmorProfile, validateSeccompProfile } from './profile-rules.js'
import type { PodSecurityContext, Sysctl } from './security-context.js'
import { mustBeUserOrGroup } from './security-context-rules.js'
import { isSysctlName, kernelNamespaceOf, SYSCTL_NAME_RULE } from './sysctl-rules.js'
import { validateWindowsOptions } from './windows-rules.js'

const OWNERSHIP_CHANGES = ['Always', 'OnRootMismatch']
const GROUP_POLICIES = ['Merge', 'Strict']
const LABEL_CHANGES = ['Recursive']

/** The security context of a pod, and what the pod shares with its node. */
export function validateSecurity(spec: PodSpec, errors: FieldErrors): void {
  errors.field('securityContext', spec.securityContext, validateUsers)
  if (spec.shareProcessNamespace && spec.hostPID) {
    errors.invalid(
      'shareProcessNamespace',
      spec.shareProcessNamespace,
      'ShareProcessNamespace and HostPID cannot both be enabled',
    )
  }
  errors.field('securityContext', spec.securityContext, validateSettings, spec)
}

function validateUsers(context: PodSecurityContext, errors: FieldErrors): void {
  mustBeUserOrGroup('fsGroup', context.fsGroup, errors)
  mustBeUserOrGroup('runAsUser', context.runAsUser, errors)
  mustBeUserOrGroup('runAsGroup', context.runAsGroup, errors)
  errors.each('supplementalGroups', context.supplementalGroups, validateGroup)
}

function validateGroup(group: number, errors: FieldErrors): void {
  mustBeUserOrGroup('', group, errors)
}

function validateSettings(context: PodSecurityContext, errors: FieldErrors, spec: PodSpec): void {
  if (context.sysctls) {
    errors.each('sysctls', context.sysctls, validateSysctl, { spec, names: new Set<string>() })
  }
  mustBeOneOf('fsGroupChangePolicy', context.fsGroupChangePolicy, OWNERSHIP_CHANGES, errors)
  errors.field('seccompProfile', context.seccompProfile, validateSeccompProfile)
  errors.field('windowsOptions', context.windowsOptions, validateWindowsOptions)
  errors.field('appArmorProfile', context.appArmorProfile, validateAppArmorProfile)
  mustBeOneOf('supplementalGroupsPolicy', context.supplementalGroupsPolicy, GROUP_POLICIES, errors)
  mustBeOneOf('seLinuxChangePolicy', context.seLinuxChangePolicy, LABEL_CHANGES, errors)
}

/** A setting of a namespace that belongs to the node would change the node. */
function validateSysctl(
  { name }: Sysctl,
  errors: FieldErrors,
  { spec, names }: { spec: PodSpec; names: Set<string> },
): void {
  if (mustBeGiven('name', name, errors)) {
    if (!isSysctlName(name)) errors.invalid('name', name, SYSCTL_NAME_RULE)
    else if (names.has(name)) errors.duplicate('name', name)
  }
  names.add(name)
  const namespace = kernelNamespaceOf(name)
  if (namespace !== undefined && spec[namespace]) {
    errors.invalid('name', name, `may not be specified when '${namespace}' is true`)
  }
}
