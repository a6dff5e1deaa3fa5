import { addressWarnings } from '#kinds/shared/address-warnings.js'
import { mustBeAddress } from '#kinds/shared/network.js'
import { validatePodAnnotations } from '#kinds/shared/pod/annotation-rules.js'
import type { Container } from '#kinds/shared/pod/containers/container.js'
import { CURRENT_PODS } from '#kinds/shared/pod/pod-rules.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { mustBeUserOrGroup } from '#kinds/shared/pod/security/security-context-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustFollow } from '#meta/field-rules.js'
import { qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import { familyOf } from '#util/net/legacy-address.js'
import { mustKeepAnnotations } from './annotation-update-rules.js'
import type { ContainerStatus } from './container-status.js'
import type { Pod, PodCondition, PodIP, PodStatus } from './schema.js'

export function validatePodStatus(
  { metadata, spec, status }: Readonly<Pod>,
  { metadata: metadataBefore, status: current }: Readonly<Pod>,
  errors: FieldErrors,
): void {
  const { annotations } = metadata
  mustKeepAnnotations(annotations, metadataBefore.annotations, errors)
  if (annotations) {
    errors.field('metadata', annotations, (given) =>
      validatePodAnnotations(given, spec, errors, CURRENT_PODS),
    )
  }
  errors.each('status.conditions', status.conditions, validateCondition)
  if (status.nominatedNodeName !== current.nominatedNodeName) {
    mustFollow('status.nominatedNodeName', status.nominatedNodeName, rfc1123Subdomain, errors)
  }
  if (status.qosClass !== current.qosClass) {
    errors.invalid('status.qosClass', status.qosClass ?? '', 'field is immutable')
  }
  const { restartPolicy, initContainers } = spec
  const sidecars = new Set(initContainers?.filter(isSidecar).map(({ name }) => name))
  if (restartPolicy !== 'Always') {
    const mayReturn = ({ exitCode }: Ended) => restartPolicy === 'OnFailure' && exitCode !== 0
    mustStayEnded('containerStatuses', status, current, mayReturn, errors)
    mustStayEnded(
      'initContainerStatuses',
      status,
      current,
      (ended, name) => mayReturn(ended) || sidecars.has(name),
      errors,
    )
  }
  mustStayEnded('ephemeralContainerStatuses', status, current, () => false, errors)
  validateAddresses('podIPs', status.podIPs, errors)
  const [host] = status.hostIPs ?? []
  if (host !== undefined && host.ip !== (status.hostIP ?? '')) {
    errors.invalid('status.hostIPs[0].ip', host.ip, 'must be equal to `hostIP`')
  }
  validateAddresses('hostIPs', status.hostIPs, errors)
  errors.each('status.containerStatuses', status.containerStatuses, validateUser, spec)
  errors.each('status.initContainerStatuses', status.initContainerStatuses, validateUser, spec)
  errors.each('status.ephemeralContainerStatuses', status.ephemeralContainerStatuses, validateUser, spec)
}

/** Warnings about addresses in a reported status. */
export function podStatusWarnings({ status: { podIPs = [], hostIPs = [] } }: Readonly<Pod>): string[] {
  return [
    ...podIPs.flatMap(({ ip }, index) => addressWarnings(`status.podIPs[${index}].ip`, ip)),
    ...hostIPs.flatMap(({ ip }, index) => addressWarnings(`status.hostIPs[${index}].ip`, ip)),
  ]
}

const isSidecar = ({ restartPolicy }: Container) => restartPolicy === 'Always'

const KNOWN_CONDITIONS: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized'])

function validateCondition({ type }: PodCondition, errors: FieldErrors): void {
  if (!KNOWN_CONDITIONS.has(type)) errors.format('type', type, qualifiedName)
}

type Ended = NonNullable<ContainerStatus['state']['terminated']>
type StatusList = 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses'

/** A terminated container does not come back, unless the restart policy allows it. */
function mustStayEnded(
  list: StatusList,
  after: PodStatus,
  before: PodStatus,
  mayReturn: (ended: Ended, name: string) => boolean,
  errors: FieldErrors,
): void {
  const now = new Map(after[list]?.map((status) => [status.name, status.state]))
  for (const [index, { name, state }] of (before[list] ?? []).entries()) {
    const next = now.get(name)
    const ended = state.terminated
    if (ended === undefined || next === undefined || next.terminated || mayReturn(ended, name)) continue
    errors.forbidden(`status.${list}[${index}].state`, 'may not be transitioned to non-terminated state')
  }
}

function validateAddresses(
  field: string,
  addresses: readonly PodIP[] | undefined,
  errors: FieldErrors,
): void {
  if (addresses === undefined) return
  errors.each(`status.${field}`, addresses, validateAddress)
  if (addresses.length === 1) return
  const families = addresses.map(({ ip }) => familyOf(ip))
  if (families.length === 2 && families.includes('IPv4') && families.includes('IPv6')) return
  errors.invalid(`status.${field}`, addresses, 'may specify no more than one IP for each IP family')
}

function validateAddress({ ip }: PodIP, errors: FieldErrors): void {
  mustBeAddress('', ip, errors)
}

function validateUser({ user }: ContainerStatus, errors: FieldErrors, { os }: PodSpec): void {
  const linux = user?.linux
  if (linux === undefined) return
  if (os?.name === 'windows') {
    errors.forbidden('user.linux', 'cannot be set for a windows pod')
    return
  }
  mustBeUserOrGroup('user.linux.uid', linux.uid, errors)
  mustBeUserOrGroup('user.linux.gid', linux.gid, errors)
  for (const [index, group] of (linux.supplementalGroups ?? []).entries()) {
    mustBeUserOrGroup(`user.linux.supplementalGroups[${index}]`, group, errors)
  }
}
