import {
  mustNotDecrease,
  mustNotExceedReplicas,
  validateReadyAndAvailable,
} from '#kinds/shared/workload/counts.js'
import type { ApiObject } from '#meta/api-object.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import type { DeploymentStatus } from './extensions-v1beta1/schema.js'

/** A deployment in any version: its status is the same in all of them. */
interface Reported extends ApiObject {
  status: DeploymentStatus
}

/** What a controller may report. */
export function validateDeploymentStatus(
  { status }: Readonly<Reported>,
  current: Readonly<Reported>,
  errors: FieldErrors,
): void {
  errors.member('status', status, validateStatus, current.status)
}

const COUNTS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
] as const

function validateStatus(status: DeploymentStatus, errors: FieldErrors, before: DeploymentStatus): void {
  for (const field of COUNTS) mustNotBeNegative(field, status[field], errors)
  mustNotExceedReplicas('updatedReplicas', status.updatedReplicas, status, errors)
  validateReadyAndAvailable(status, errors)
  mustNotDecrease('collisionCount', status.collisionCount, before.collisionCount, errors)
}
