import { isNative } from '#kinds/shared/resource-names.js'
import { mustBeResourceAmount } from '#kinds/shared/storage/volumes.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'
import type { PersistentVolumeClaim, PersistentVolumeClaimStatus } from './schema.js'

/** The rules on a status update. */
export function validateClaimStatus(
  { status }: Readonly<PersistentVolumeClaim>,
  _current: Readonly<PersistentVolumeClaim>,
  errors: FieldErrors,
): void {
  errors.field('status', status, validateStatus)
}

const RESIZES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
]

function validateStatus(status: PersistentVolumeClaimStatus, errors: FieldErrors): void {
  const { capacity, allocatedResources, allocatedResourceStatuses } = status
  for (const name in capacity) mustBeResourceAmount(`capacity[${name}]`, capacity[name] as string, errors)
  for (const name in allocatedResourceStatuses) {
    mustBeStorageName('allocatedResourceStatuses', name, errors)
    if (RESIZES.includes(allocatedResourceStatuses[name] as string)) continue
    // Kubernetes quotes the resource, not the status.
    errors.notSupported('allocatedResourceStatuses', name, RESIZES)
  }
  for (const name in allocatedResources) {
    if (!mustBeStorageName('allocatedResources', name, errors)) continue
    mustBeResourceAmount(`allocatedResources[${name}]`, allocatedResources[name] as string, errors)
  }
}

/** Of the resources of Kubernetes only storage. Returns whether it is. */
function mustBeStorageName(field: string, name: string, errors: FieldErrors): boolean {
  const before = errors.all.length
  errors.format(field, name, qualifiedName)
  if (errors.all.length === before && isNative(name)) mustBeOneOf(field, name, ['storage'], errors)
  return errors.all.length === before
}
