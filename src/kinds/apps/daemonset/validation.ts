import { mustNotDecrease } from '#kinds/shared/workload/counts.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { DaemonSetStatus } from './extensions-v1beta1/schema.js'

interface UpdateStrategy {
  readonly type?: string | undefined
  readonly rollingUpdate?: object | undefined
}

const STRATEGIES = ['RollingUpdate', 'OnDelete']

/** The rules on an update strategy that both versions share. */
export function validateUpdateStrategyType(strategy: UpdateStrategy, errors: FieldErrors): void {
  const { type = '', rollingUpdate } = strategy
  // Kubernetes quotes the whole strategy.
  if (!STRATEGIES.includes(type)) errors.notSupported('', strategy, STRATEGIES)
  else if (type === 'RollingUpdate' && rollingUpdate === undefined) errors.required('rollingUpdate')
}

/** A daemon set in any version: its status is the same in all of them. */
interface Reported extends ApiObject {
  status: DaemonSetStatus
}

/** The rules on a status update. */
export function validateDaemonSetStatus(
  { status }: Readonly<Reported>,
  current: Readonly<Reported>,
  errors: FieldErrors,
): void {
  errors.field('status', status, validateStatus, current.status)
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
