import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import { validateSecurityContext } from '#kinds/shared/pod/security/security-context-rules.js'
import type { KnownVolumes } from '#kinds/shared/pod/volumes/volume-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAs, mustBeGivenAsOneOf, mustBeOneOf } from '#meta/field-rules.js'
import type { Container, ContainerResizePolicy, EphemeralContainer } from './container.js'
import { validateEnvFrom, validateEnvVar } from './env-rules.js'
import { validateMounts } from './mount-rules.js'
import { mustNotShareHostPorts, validatePorts } from './port-rules.js'
import {
  validateLifecycle,
  validateLivenessProbe,
  validateProbeGracePeriod,
  validateReadinessProbe,
} from './probe-rules.js'
import { validateResources } from './resource-rules.js'

/** What the rules on containers need to know about the pod. */
export interface ContainerContext {
  readonly volumes: KnownVolumes
  readonly rules: PodRules
  /** Of the pod, in seconds. */
  readonly gracePeriod: number
}

interface NamedContainerContext extends ContainerContext {
  /** Of the containers before this one. */
  readonly names: Set<string>
}

/** Field by field, because spreading an object is many times slower, and every pod comes through here. */
function withNames({ volumes, rules, gracePeriod }: ContainerContext): NamedContainerContext {
  return { volumes, rules, gracePeriod, names: new Set() }
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
  const rule = context.rules.isCurrent ? validateCurrentInitContainer : validateContainer
  errors.each('initContainers', list, rule, withNames(context))
  mustNotShareHostPorts('initContainers', list, errors)
  const names = new Set(containers?.map(({ name }) => name))
  errors.each('initContainers', list, validateRunBeforeOthers, { names, rules: context.rules })
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
  const { names, rules } = context
  validateCommonContainer(container, errors, context)
  if (names.has(name)) errors.duplicate('name', name)
  names.add(name)
  errors.field('lifecycle', container.lifecycle, validateLifecycle, context)
  errors.field('livenessProbe', container.livenessProbe, validateLivenessProbe, rules)
  errors.field('livenessProbe', container.livenessProbe, validateProbeGracePeriod)
  errors.field('readinessProbe', container.readinessProbe, validateReadinessProbe, rules)
  errors.field('startupProbe', container.startupProbe, validateLivenessProbe, rules)
  errors.field('startupProbe', container.startupProbe, validateProbeGracePeriod)
}

/** Init containers have no probes; that is reported instead of errors in the probes. */
function validateCurrentInitContainer(
  container: Container,
  errors: FieldErrors,
  context: NamedContainerContext,
): void {
  if (container.restartPolicy === 'Always') validateCurrentContainer(container, errors, context)
  else validateCommonContainer(container, errors, context)
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
  errors.field('livenessProbe', container.livenessProbe, validateProbeGracePeriod)
  errors.field('startupProbe', container.startupProbe, validateProbeGracePeriod)
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

function validateRest(container: Container, errors: FieldErrors, { volumes, rules }: ContainerContext): void {
  validatePorts(container.ports, rules, errors)
  errors.each('env', container.env, validateEnvVar, rules)
  validateEnvFrom(container.envFrom, rules, errors)
  validateMounts(container.volumeMounts, container.volumeDevices, volumes, rules, errors)
  mustBeGivenAsOneOf('imagePullPolicy', container.imagePullPolicy, PULL_POLICIES, errors)
  errors.field('resources', container.resources, validateResources, rules)
  validateResizePolicies(container.resizePolicy, errors)
  errors.field('securityContext', container.securityContext, validateSecurityContext, rules)
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
  errors: FieldErrors,
): void {
  const names = new Set<string>()
  for (const [index, { resourceName, restartPolicy }] of (policies ?? []).entries()) {
    if (names.has(resourceName)) errors.duplicate(`resizePolicy[${index}]`, resourceName)
    names.add(resourceName)
    mustBeGivenAsOneOf('resizePolicy', resourceName, RESIZABLE, errors)
    mustBeGivenAsOneOf('resizePolicy', restartPolicy, RESIZE_RESTARTS, errors)
  }
}

const NOT_BEFORE_OTHERS = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const
const INIT_RESTART_POLICIES = ['Always']

/**
 * An init container ends before the others start: it has no probes or hooks, but shares their names. One with
 * restartPolicy Always keeps running beside them.
 */
function validateRunBeforeOthers(
  container: Container,
  errors: FieldErrors,
  { names, rules }: { names: Set<string>; rules: PodRules },
): void {
  const { name, restartPolicy } = container
  if (names.has(name)) errors.duplicate('name', name)
  if (name !== '') names.add(name)
  mustBeOneOf('restartPolicy', restartPolicy, INIT_RESTART_POLICIES, errors)
  if (restartPolicy === 'Always') return
  for (const field of NOT_BEFORE_OTHERS) {
    const value = container[field]
    if (value === undefined) continue
    if (rules.isCurrent) {
      errors.forbidden(field, 'may not be set for init containers without restartPolicy=Always')
    } else {
      errors.invalid(field, value, 'must not be set for init containers')
    }
  }
}
