import { validatePodAnnotations } from '#kinds/shared/pod/annotation-rules.js'
import { CURRENT_TEMPLATES } from '#kinds/shared/pod/pod-rules.js'
import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { mustNotDecrease, mustNotExceedReplicas } from '#kinds/shared/workload/counts.js'
import {
  CURRENT_MESSAGES,
  mustBeSelected,
  validateAlwaysRestartedPod,
  validateSelector,
} from '#kinds/shared/workload/rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeOneOf, mustNotBeNegative } from '#meta/field-rules.js'
import { rfc1123Label } from '#meta/formats.js'
import { validateAnnotations, validateLabels } from '#meta/label-rules.js'
import { semanticEqual } from '#schema/equal.js'
import {
  type RollingUpdateStatefulSetStrategy,
  type StatefulSet,
  type StatefulSetPersistentVolumeClaimRetentionPolicy,
  StatefulSetSpec,
  type StatefulSetStatus,
  type StatefulSetUpdateStrategy,
} from './schema.js'

export function validateStatefulSet({ spec }: Readonly<StatefulSet>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

/** The service name cannot change on update, even if it is invalid. */
export function validateNewStatefulSet(set: Readonly<StatefulSet>, errors: FieldErrors): void {
  const { serviceName } = set.spec
  if (serviceName) errors.format('spec.serviceName', serviceName, rfc1123Label)
  validateLastingTemplate(set, errors)
}

/** The last of the rules on the spec. */
function validateLastingTemplate({ spec }: Readonly<StatefulSet>, errors: FieldErrors): void {
  errors.field('spec', spec, ({ template }, errors) => errors.field('template', template, validateLasting))
}

const POD_POLICIES = ['OrderedReady', 'Parallel']

function validateSpec(spec: StatefulSetSpec, errors: FieldErrors): void {
  const { podManagementPolicy: policy } = spec
  if (mustBeGiven('podManagementPolicy', policy, errors) && !POD_POLICIES.includes(policy)) {
    errors.invalid('podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'")
  }
  errors.field('updateStrategy', spec.updateStrategy, validateUpdateStrategy)
  errors.field(
    'persistentVolumeClaimRetentionPolicy',
    spec.persistentVolumeClaimRetentionPolicy,
    validateRetention,
  )
  mustNotBeNegative('replicas', spec.replicas, errors)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  mustNotBeNegative('ordinals.start', spec.ordinals?.start, errors)
  validateSelected(spec, errors)
}

function validateUpdateStrategy(strategy: StatefulSetUpdateStrategy, errors: FieldErrors): void {
  const { type, rollingUpdate } = strategy
  if (type === 'RollingUpdate') errors.field('rollingUpdate', rollingUpdate, validateRollingUpdate)
  else if (!type) errors.required('')
  else if (type !== 'OnDelete') errors.invalid('', strategy, "must be 'RollingUpdate' or 'OnDelete'")
  else if (rollingUpdate !== undefined) {
    errors.invalid('rollingUpdate', rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'")
  }
}

function validateRollingUpdate({ partition }: RollingUpdateStatefulSetStrategy, errors: FieldErrors): void {
  mustNotBeNegative('partition', partition, errors)
}

const RETENTIONS = ['Retain', 'Delete']

function validateRetention(
  { whenDeleted, whenScaled }: StatefulSetPersistentVolumeClaimRetentionPolicy,
  errors: FieldErrors,
): void {
  mustBeOneOf('whenDeleted', whenDeleted, RETENTIONS, errors)
  mustBeOneOf('whenScaled', whenScaled, RETENTIONS, errors)
}

function validateSelected({ selector, template }: StatefulSetSpec, errors: FieldErrors): void {
  if (selector === null) errors.required('selector')
  else if (!validateSelector(selector, 'statefulset', CURRENT_MESSAGES, errors)) {
    errors.invalid('selector', selector, '')
    // Without a valid selector, the template cannot be checked.
    return
  }
  mustBeSelected({ selector: selector ?? undefined, template }, errors)
  errors.field('template', template, validateTemplate)
}

/**
 * The pod itself is validated when it is created, because its volumes are incomplete without the claims. Error paths
 * leave out `metadata`.
 */
function validateTemplate({ metadata, spec }: PodTemplateSpec, errors: FieldErrors): void {
  const { labels, annotations } = metadata
  validateLabels('labels', labels, errors)
  validateAnnotations('annotations', annotations, errors, true)
  if (annotations) validatePodAnnotations(annotations, spec, errors, CURRENT_TEMPLATES)
}

const KEEPER = { keeper: 'StatefulSet', several: false, words: CURRENT_MESSAGES }

function validateLasting({ spec }: PodTemplateSpec, errors: FieldErrors): void {
  errors.field('spec', spec, validateAlwaysRestartedPod, KEEPER)
}

/** Fields that existing pods and claims depend on. */
const LASTING = ['selector', 'volumeClaimTemplates', 'serviceName', 'podManagementPolicy'] as const

export function validateStatefulSetUpdate(
  set: Readonly<StatefulSet>,
  { spec: current }: Readonly<StatefulSet>,
  errors: FieldErrors,
): void {
  validateLastingTemplate(set, errors)
  const { spec } = set
  const { fields } = StatefulSetSpec
  if (LASTING.every((member) => semanticEqual(fields[member].type, spec[member], current[member]))) return
  errors.forbidden(
    'spec',
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
  )
}

/** The rules on a status update. */
export function validateStatefulSetStatus(
  { status }: Readonly<StatefulSet>,
  current: Readonly<StatefulSet>,
  errors: FieldErrors,
): void {
  errors.field('status', status, validateStatus)
  mustNotDecrease('status.collisionCount', status.collisionCount, current.status.collisionCount, errors)
}

const COUNTS = [
  'replicas',
  'readyReplicas',
  'currentReplicas',
  'updatedReplicas',
  'availableReplicas',
  'observedGeneration',
  'collisionCount',
] as const

const PARTS = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const

function validateStatus(status: StatefulSetStatus, errors: FieldErrors): void {
  for (const field of COUNTS) mustNotBeNegative(field, status[field], errors)
  for (const field of PARTS) mustNotExceedReplicas(field, status[field], status, errors)
  const { availableReplicas, readyReplicas = 0 } = status
  if (availableReplicas > readyReplicas) {
    errors.invalid('availableReplicas', availableReplicas, 'cannot be greater than status.readyReplicas')
  }
}
