import { mustNotExceedReplicas } from '#kinds/shared/replica-count-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import type { StatefulSet, StatefulSetStatus } from './schema.js'

/** What a controller may report. */
export function validateStatefulSetStatus(
  { status }: Readonly<StatefulSet>,
  _current: Readonly<StatefulSet>,
  errors: FieldErrors,
): void {
  errors.member('status', status, validateStatus)
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
