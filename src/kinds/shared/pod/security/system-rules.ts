import type { Container } from '#kinds/shared/pod/containers/container.js'
import { containersOf } from '#kinds/shared/pod/containers/containers-of.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'

/** Fields that depend on `spec.os`. */

const SYSTEMS = ['linux', 'windows']

export function validateSystem(spec: PodSpec, errors: FieldErrors): void {
  const name = spec.os?.name
  if (name === undefined) return
  if (name === '') errors.required('os.name', 'cannot be empty')
  else mustBeOneOf('os.name', name, SYSTEMS, errors)
  if (name === 'linux') mustNotBeForWindows(spec, errors)
  if (name === 'windows') mustNotBeForLinux(spec, errors)
}

function mustNotBeForWindows(spec: PodSpec, errors: FieldErrors): void {
  const detail = 'windows options cannot be set for a linux pod'
  if (spec.securityContext?.windowsOptions) errors.forbidden('securityContext.windowsOptions', detail)
  for (const { path, container } of containersOf(spec)) {
    const { securityContext } = container
    if (securityContext?.windowsOptions) errors.forbidden(`${path}.securityContext.windowsOptions`, detail)
  }
}

const OF_THE_POD = [
  'securityContext.appArmorProfile',
  'securityContext.seLinuxOptions',
  'hostUsers',
  'hostPID',
  'hostIPC',
  'securityContext.seccompProfile',
  'securityContext.fsGroup',
  'securityContext.fsGroupChangePolicy',
  'securityContext.sysctls',
  'shareProcessNamespace',
  'securityContext.runAsUser',
  'securityContext.runAsGroup',
  'securityContext.supplementalGroups',
  'securityContext.supplementalGroupsPolicy',
  'securityContext.seLinuxChangePolicy',
] as const
/** These fields are either true or absent. */
const SWITCHES: ReadonlySet<string> = new Set(['hostPID', 'hostIPC'])
const OF_A_CONTAINER = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const

function mustNotBeForLinux(spec: PodSpec, errors: FieldErrors): void {
  const detail = 'cannot be set for a windows pod'
  for (const path of OF_THE_POD) {
    const [first, second] = path.split('.') as [string, string?]
    const holder = (second === undefined ? spec : spec.securityContext) as unknown as
      | Readonly<Record<string, unknown>>
      | undefined
    const value = holder?.[second ?? first]
    if (value === undefined || (SWITCHES.has(path) && value !== true)) continue
    errors.forbidden(path, detail)
  }
  for (const { path, container } of containersOf(spec)) {
    const { securityContext } = container
    for (const field of OF_A_CONTAINER) {
      if (securityContext?.[field] !== undefined) errors.forbidden(`${path}.securityContext.${field}`, detail)
    }
  }
}

/** Windows host process containers: all containers of a pod or none, and only with `hostNetwork`. */
export function validateHostProcesses(spec: PodSpec, errors: FieldErrors): void {
  if (!hasWindowsOptions(spec)) return
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess
  let processes = 0
  const containers = containersOf(spec)
  for (const { path, container } of containers) {
    const own = container.securityContext?.windowsOptions?.hostProcess
    if (ofPod !== undefined && own !== undefined && own !== ofPod) {
      errors.invalid(
        `${path}.securityContext.windowsOptions.hostProcess`,
        own,
        `pod hostProcess value must be identical if both are specified, was ${ofPod}`,
      )
    }
    if (own ?? ofPod) processes++
  }
  if (processes === 0) return
  if (processes < containers.length) {
    errors.invalid(
      '',
      '',
      'If pod contains any hostProcess containers then all containers must be HostProcess containers',
    )
  }
  if (!spec.hostNetwork) {
    errors.invalid(
      'hostNetwork',
      false,
      'hostNetwork must be true if pod contains any hostProcess containers',
    )
  }
}

/** A fast check for the common case: every pod comes through here. */
function hasWindowsOptions({
  securityContext,
  initContainers,
  containers,
  ephemeralContainers,
}: PodSpec): boolean {
  return (
    securityContext?.windowsOptions !== undefined ||
    haveWindowsOptions(containers) ||
    haveWindowsOptions(initContainers) ||
    haveWindowsOptions(ephemeralContainers)
  )
}

function haveWindowsOptions(containers: readonly Container[] | null | undefined): boolean {
  return containers?.some(({ securityContext }) => securityContext?.windowsOptions !== undefined) ?? false
}

const OF_THE_NODE = ['hostNetwork', 'hostPID', 'hostIPC'] as const

/** A user namespace cannot be combined with namespaces of the node. */
export function validateUserNamespace(spec: PodSpec, errors: FieldErrors): void {
  if (spec.hostUsers !== false) return
  for (const field of OF_THE_NODE) {
    if (spec[field]) errors.forbidden(field, 'when `pod.Spec.HostUsers` is false')
  }
}
