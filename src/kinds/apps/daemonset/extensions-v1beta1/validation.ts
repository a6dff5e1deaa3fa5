import type { FieldErrors } from '../../../../meta/field-errors.js'
import { mustNotBeNegative } from '../../../../meta/field-rules.js'
import { sameMeaning } from '../../../../schema/equal.js'
import { amountIn, mustBeCountOrPercent, mustNotExceedAll } from '../../../shared/count-or-percent-rules.js'
import { PodTemplateSpec } from '../../../shared/pod/pod-template.js'
import { mustNotDecrease } from '../../../shared/replica-count-rules.js'
import { validateDaemonPods } from '../../../shared/workload-rules.js'
import type {
  DaemonSet,
  DaemonSetSpec,
  DaemonSetStatus,
  DaemonSetUpdateStrategy,
  RollingUpdateDaemonSet,
} from './schema.js'

export function validateDaemonSet({ spec }: Readonly<DaemonSet>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec)
}

function validateSpec(spec: DaemonSetSpec, errors: FieldErrors): void {
  validateDaemonPods(spec, errors)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  mustNotBeNegative('templateGeneration', spec.templateGeneration, errors)
  errors.member('updateStrategy', spec.updateStrategy, validateUpdateStrategy)
  mustNotBeNegative('revisionHistoryLimit', spec.revisionHistoryLimit, errors)
}

const STRATEGIES = ['RollingUpdate', 'OnDelete']

function validateUpdateStrategy(strategy: DaemonSetUpdateStrategy, errors: FieldErrors): void {
  const { type, rollingUpdate } = strategy
  if (type === 'RollingUpdate') {
    if (rollingUpdate === undefined) errors.required('rollingUpdate')
    errors.member('rollingUpdate', rollingUpdate, validateRollingUpdate)
  } else if (type !== 'OnDelete') {
    // The recorded answers quote the whole strategy.
    errors.notSupported('', strategy, STRATEGIES)
  }
}

function validateRollingUpdate({ maxUnavailable }: RollingUpdateDaemonSet, errors: FieldErrors): void {
  mustBeCountOrPercent('maxUnavailable', maxUnavailable, errors)
  // A node has room for one pod of the set: unless one goes, none can come.
  if (amountIn(maxUnavailable) === 0) errors.invalid('maxUnavailable', maxUnavailable, 'cannot be 0')
  mustNotExceedAll('maxUnavailable', maxUnavailable, errors)
}

/** `spec.templateGeneration` counts the templates: up by a new one, and by nothing else. */
export function validateDaemonSetUpdate(
  { spec }: Readonly<DaemonSet>,
  { spec: current }: Readonly<DaemonSet>,
  errors: FieldErrors,
): void {
  const generation = spec.templateGeneration ?? 0
  const before = current.templateGeneration ?? 0
  const field = 'spec.templateGeneration'
  if (generation < before) {
    errors.invalid(field, generation, 'must not be decremented')
    return
  }
  const changed = !sameMeaning(PodTemplateSpec, spec.template, current.template)
  if (changed && generation === before) {
    errors.invalid(field, generation, 'must be incremented upon template update')
  } else if (!changed && generation > before) {
    errors.invalid(field, generation, 'must not be incremented without template update')
  }
}

/** What a controller may report. */
export function validateDaemonSetStatus(
  { status }: Readonly<DaemonSet>,
  current: Readonly<DaemonSet>,
  errors: FieldErrors,
): void {
  errors.member('status', status, validateStatus, current.status)
}

const COUNTS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
] as const

function validateStatus(status: DaemonSetStatus, errors: FieldErrors, before: DaemonSetStatus): void {
  for (const field of COUNTS) mustNotBeNegative(field, status[field], errors)
  mustNotDecrease('collisionCount', status.collisionCount, before.collisionCount, errors)
}
