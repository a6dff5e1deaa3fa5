import type { FieldErrors } from '../../../meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs, mustBeGivenAsOneOf } from '../../../meta/field-rules.js'
import { dns1123Label } from '../../../meta/formats.js'
import type { Container } from './container.js'
import { mustNotShareHostPorts, validatePorts } from './container-port-rules.js'
import { validateEnvFrom, validateEnvVar } from './env-rules.js'
import { validateMounts } from './mount-rules.js'
import { validateLifecycle, validateLivenessProbe, validateProbe } from './probe-rules.js'
import { validateResources } from './resource-rules.js'
import { validateSecurityContext } from './security-context-rules.js'
import type { KnownVolumes } from './volumes/volume-rules.js'

interface ProcessEnvironment {
  readonly volumes: KnownVolumes
  /** Of the containers before this one. */
  readonly names: Set<string>
}

type Containers = readonly Container[] | null | undefined

export function validateContainers(list: Containers, volumes: KnownVolumes, errors: FieldErrors): void {
  if (!mustBeGiven('containers', list, errors)) return
  errors.each('containers', list, validateContainer, { volumes, names: new Set<string>() })
  mustNotShareHostPorts('containers', list, errors)
}

export function validateInitContainers(
  list: Containers,
  containers: Containers,
  volumes: KnownVolumes,
  errors: FieldErrors,
): void {
  if (!list) return
  errors.each('initContainers', list, validateContainer, { volumes, names: new Set<string>() })
  mustNotShareHostPorts('initContainers', list, errors)
  const names = new Set(containers?.map(({ name }) => name))
  errors.each('initContainers', list, validateRunBeforeOthers, names)
}

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never']
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError']
const MESSAGE_POLICY = "must be 'File' or 'FallbackToLogsOnError'"

function validateContainer(
  container: Container,
  errors: FieldErrors,
  { volumes, names }: ProcessEnvironment,
): void {
  const { name, terminationMessagePolicy: messagePolicy } = container
  mustBeGivenAs('name', name, dns1123Label, errors)
  if (names.has(name)) errors.duplicate('name', name)
  names.add(name)
  mustBeGiven('image', container.image, errors)
  errors.member('lifecycle', container.lifecycle, validateLifecycle)
  errors.member('livenessProbe', container.livenessProbe, validateLivenessProbe)
  if (messagePolicy === undefined) errors.required('terminationMessagePolicy', MESSAGE_POLICY)
  else if (!MESSAGE_POLICIES.includes(messagePolicy)) {
    errors.invalid('terminationMessagePolicy', messagePolicy, MESSAGE_POLICY)
  }
  errors.member('readinessProbe', container.readinessProbe, validateProbe)
  validatePorts(container.ports, errors)
  errors.each('env', container.env, validateEnvVar)
  validateEnvFrom(container.envFrom, errors)
  validateMounts(container.volumeMounts, container.volumeDevices, volumes, errors)
  mustBeGivenAsOneOf('imagePullPolicy', container.imagePullPolicy, PULL_POLICIES, errors)
  errors.member('resources', container.resources, validateResources)
  errors.member('securityContext', container.securityContext, validateSecurityContext)
}

const NOT_BEFORE_OTHERS = ['lifecycle', 'livenessProbe', 'readinessProbe'] as const

/** An init container ends before the others begin: it is neither probed nor hooked, but shares their names. */
function validateRunBeforeOthers(container: Container, errors: FieldErrors, names: Set<string>): void {
  const { name } = container
  if (names.has(name)) errors.duplicate('name', name)
  if (name !== '') names.add(name)
  for (const member of NOT_BEFORE_OTHERS) {
    const value = container[member]
    if (value !== undefined) errors.invalid(member, value, 'must not be set for init containers')
  }
}
