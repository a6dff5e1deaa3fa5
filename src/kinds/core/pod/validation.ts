import { isIPv4 } from 'node:net'
import { isAddress } from '#kinds/shared/network.js'
import { validatePodAnnotations } from '#kinds/shared/pod/annotation-rules.js'
import type { Container } from '#kinds/shared/pod/containers/container.js'
import { mustHaveTrimmedImage } from '#kinds/shared/pod/containers/container-rules.js'
import { CURRENT_PODS } from '#kinds/shared/pod/pod-rules.js'
import { validatePodSpec } from '#kinds/shared/pod/pod-spec-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustFollow } from '#meta/field-rules.js'
import { qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import type { ContainerStatus } from './container-status.js'
import type { Pod, PodCondition, PodIP, PodStatus } from './schema.js'

export function validatePod({ metadata, spec }: Readonly<Pod>, errors: FieldErrors): void {
  const { annotations } = metadata
  if (annotations) {
    errors.field('metadata', annotations, (given) => validatePodAnnotations(given, spec, errors))
  }
  errors.field('spec', spec, validatePodSpec, CURRENT_PODS)
  errors.each('spec.containers', spec.containers, mustHaveTrimmedImage)
  errors.each('spec.initContainers', spec.initContainers, mustHaveTrimmedImage)
}

/** Fields that a new pod must not have. */
export function validateNewPod({ spec }: Readonly<Pod>, errors: FieldErrors): void {
  if (spec.ephemeralContainers) errors.forbidden('spec.ephemeralContainers', 'cannot be set on create')
  if (spec.nodeName && spec.schedulingGates) {
    errors.forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')
  }
}

export function validatePodStatus(
  { spec, status }: Readonly<Pod>,
  { status: current }: Readonly<Pod>,
  errors: FieldErrors,
): void {
  errors.each('status.conditions', status.conditions, validateCondition)
  mustFollow('status.nominatedNodeName', status.nominatedNodeName, rfc1123Subdomain, errors)
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
  for (const [index, { ip }] of addresses.entries()) {
    if (isAddress(ip)) continue
    errors.invalid(
      `status.${field}[${index}]`,
      ip,
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    )
  }
  const families = addresses.filter(({ ip }) => isAddress(ip)).map(({ ip }) => isIPv4(ip))
  if (new Set(families).size < families.length) {
    const all = addresses.map(({ ip }) => ip)
    errors.invalid(`status.${field}`, all, 'may specify no more than one IP for each IP family')
  }
}
