import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { validateUsedClaims } from '#kinds/shared/pod/resource-claim-rules.js'
import { validateSecurityContext } from '#kinds/shared/pod/security/security-context-rules.js'
import type { KnownVolumes } from '#kinds/shared/pod/volumes/volume-rules.js'
import { Unquoted } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs, mustBeGivenAsOneOf, mustBeOneOf } from '#meta/field-rules.js'
import type { Container, ContainerResizePolicy, EphemeralContainer } from './container.js'
import { validateEnvFrom, validateEnvVar } from './env-rules.js'
import { validateMounts } from './mount-rules.js'
import { mustNotRepeatHostPorts, mustNotShareHostPorts, validatePorts } from './port-rules.js'
import { validateLifecycle, validateLivenessProbe, validateReadinessProbe } from './probe-rules.js'
import { validateResources } from './resource-rules.js'

/** What the rules on containers need to know about the pod. */
export interface ContainerContext {
  readonly volumes: KnownVolumes
  readonly rules: PodRules
  readonly pod: PodSpec
  /** Of the pod, in seconds. */
  readonly gracePeriod: number
}

interface NamedContainerContext extends ContainerContext {
  /** Of the containers before this one. */
  readonly names: Set<string>
}

/** Field by field, because spreading an object is many times slower, and every pod comes through here. */
function withNames(
  { volumes, rules, pod, gracePeriod }: ContainerContext,
  names = new Set<string>(),
): NamedContainerContext {
  return { volumes, rules, pod, gracePeriod, names }
}

type Containers = readonly Container[] | null | undefined

export function validateContainers(list: Containers, context: ContainerContext, errors: FieldErrors): void {
  if (!mustBeGiven('containers', list, errors)) return
  errors.each('containers', list, validateMainContainer, withNames(context))
  mustNotShareHostPorts('containers', list, errors)
}

export function validateInitContainers(
  list: Containers,
  containers: Containers,
  context: ContainerContext,
  errors: FieldErrors,
): void {
  if (!list) return
  const names = new Set(containers?.map(({ name }) => name))
  if (context.rules.isCurrent) {
    errors.each('initContainers', list, validateCurrentInitContainer, withNames(context, names))
    return
  }
  errors.each('initContainers', list, validateContainer, withNames(context))
  mustNotShareHostPorts('initContainers', list, errors)
  errors.each('initContainers', list, validateLegacyInitContainer, names)
}

function validateMainContainer(
  container: Container,
  errors: FieldErrors,
  context: NamedContainerContext,
): void {
  if (context.rules.isCurrent) validateCurrentContainer(container, errors, context)
  else validateContainer(container, errors, context)
  if (container.restartPolicy !== undefined) {
    errors.forbidden('restartPolicy', 'may not be set for non-init containers')
  }
}

/** In the order of current groups: first the rules on all containers, then those on regular ones. */
function validateCurrentContainer(
  container: Container,
  errors: FieldErrors,
  context: NamedContainerContext,
): void {
  const { name } = container
  const { names } = context
  validateCommonContainer(container, errors, context)
  if (names.has(name)) errors.duplicate('name', name)
  names.add(name)
  validateLife(container, errors, context)
}

function validateLife(container: Container, errors: FieldErrors, context: ContainerContext): void {
  const { rules } = context
  errors.field('lifecycle', container.lifecycle, validateLifecycle, context)
  errors.field('livenessProbe', container.livenessProbe, validateLivenessProbe, rules)
  errors.field('readinessProbe', container.readinessProbe, validateReadinessProbe, rules)
  errors.field('startupProbe', container.startupProbe, validateLivenessProbe, rules)
}

const INIT_RESTART_POLICIES = ['Always']
const OF_RUNNING_CONTAINERS = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const

/** Only sidecars have hooks and probes. Init containers run one by one, so they may share host ports. */
function validateCurrentInitContainer(
  container: Container,
  errors: FieldErrors,
  context: NamedContainerContext,
): void {
  const { name, restartPolicy } = container
  const { names } = context
  validateCommonContainer(container, errors, context)
  mustBeOneOf('restartPolicy', restartPolicy, INIT_RESTART_POLICIES, errors)
  if (names.has(name)) errors.duplicate('name', name)
  if (name !== '') names.add(name)
  mustNotRepeatHostPorts(container, errors)
  if (restartPolicy === 'Always') {
    validateLife(container, errors, context)
    return
  }
  for (const field of OF_RUNNING_CONTAINERS) {
    if (container[field] === undefined) continue
    errors.forbidden(field, 'may not be set for init containers without restartPolicy=Always')
  }
}

function validateLegacyInitContainer(container: Container, errors: FieldErrors, names: Set<string>): void {
  const { name, restartPolicy } = container
  if (names.has(name)) errors.duplicate('name', name)
  if (name !== '') names.add(name)
  mustBeOneOf('restartPolicy', restartPolicy, INIT_RESTART_POLICIES, errors)
  if (restartPolicy === 'Always') return
  for (const field of OF_RUNNING_CONTAINERS) {
    const value = container[field]
    if (value !== undefined) errors.invalid(field, value, 'must not be set for init containers')
  }
}

function validateContainer(container: Container, errors: FieldErrors, context: NamedContainerContext): void {
  const { name } = container
  const { names, rules } = context
  mustBeGivenAs('name', name, rules.label, errors)
  if (names.has(name)) errors.duplicate('name', name)
  names.add(name)
  mustBeGiven('image', container.image, errors)
  errors.field('lifecycle', container.lifecycle, validateLifecycle, context)
  errors.field('livenessProbe', container.livenessProbe, validateLivenessProbe, rules)
  validateMessagePolicy(container.terminationMessagePolicy, rules, errors)
  errors.field('readinessProbe', container.readinessProbe, validateReadinessProbe, rules)
  errors.field('startupProbe', container.startupProbe, validateLivenessProbe, rules)
  validateRest(container, errors, context)
}

/** The rules that also apply to ephemeral containers. */
export function validateCommonContainer(
  container: EphemeralContainer,
  errors: FieldErrors,
  context: ContainerContext,
): void {
  const { rules } = context
  mustBeGivenAs('name', container.name, rules.label, errors)
  mustBeGiven('image', container.image, errors)
  validateMessagePolicy(container.terminationMessagePolicy, rules, errors)
  validateRest(container, errors, context)
}

function validateRest(container: Container, errors: FieldErrors, context: ContainerContext): void {
  const { volumes, rules, pod } = context
  validatePorts(container.ports, rules, errors)
  errors.each('env', container.env, validateEnvVar, rules)
  validateEnvFrom(container.envFrom, rules, errors)
  validateMounts(container, volumes, rules, errors)
  mustBeGivenAsOneOf('imagePullPolicy', container.imagePullPolicy, PULL_POLICIES, errors)
  errors.field('resources', container.resources, validateResources, rules)
  errors.field('resources', container.resources, validateUsedClaims, pod)
  validateResizePolicies(container.resizePolicy, pod, errors)
  errors.field('securityContext', container.securityContext, validateSecurityContext, context)
}

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never']
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError']
const MESSAGE_POLICY = "must be 'File' or 'FallbackToLogsOnError'"

/** Only pods are checked for this, not templates. */
export function mustHaveTrimmedImage({ image = '' }: Container, errors: FieldErrors): void {
  if (image.trim() === image) return
  errors.invalid('image', image, 'must not have leading or trailing whitespace')
}

function validateMessagePolicy(
  policy: string | undefined,
  { isCurrent }: PodRules,
  errors: FieldErrors,
): void {
  if (isCurrent) mustBeGivenAsOneOf('terminationMessagePolicy', policy, MESSAGE_POLICIES, errors)
  else if (policy === undefined) errors.required('terminationMessagePolicy', MESSAGE_POLICY)
  else if (!MESSAGE_POLICIES.includes(policy)) {
    errors.invalid('terminationMessagePolicy', policy, MESSAGE_POLICY)
  }
}

const RESIZABLE = ['cpu', 'memory']
const RESIZE_RESTARTS = ['NotRequired', 'RestartContainer']

/** Only duplicates are reported with their index. */
function validateResizePolicies(
  policies: readonly ContainerResizePolicy[] | undefined,
  { restartPolicy: ofPod }: PodSpec,
  errors: FieldErrors,
): void {
  if (policies === undefined) return
  const names = new Set<string>()
  for (const [index, { resourceName, restartPolicy }] of policies.entries()) {
    if (names.has(resourceName)) errors.duplicate(`resizePolicy[${index}]`, new Unquoted(resourceName))
    names.add(resourceName)
    if (mustBeGiven('resizePolicy', resourceName, errors) && !RESIZABLE.includes(resourceName)) {
      errors.notSupported('resizePolicy', new Unquoted(resourceName), RESIZABLE)
    }
    mustBeGivenAsOneOf('resizePolicy', restartPolicy, RESIZE_RESTARTS, errors)
    if (ofPod === 'Never' && restartPolicy !== 'NotRequired') {
      errors.invalid('resizePolicy', restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'")
    }
  }
}
