import { mustNotDecrease } from '#kinds/shared/replica-count-rules.js'
import type { ApiObject } from '#meta/api-object.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import type { DaemonSetStatus } from './extensions-v1beta1/schema.js'

/** A daemon set in any version: its status is the same in all of them. */
interface Reported extends ApiObject {
  status: DaemonSetStatus
}

/** What a controller may report. */
export function validateDaemonSetStatus(
  { status }: Readonly<Reported>,
  current: Readonly<Reported>,
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
