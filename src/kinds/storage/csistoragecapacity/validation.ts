import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAs, NEGATIVE } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { LabelSelector } from '#meta/label-selector.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import { sameMeaning } from '#schema/equal.js'
import { compareQuantities } from '#schema/quantity.js'
import type { CSIStorageCapacity } from './schema.js'

export function validateCapacity(object: Readonly<CSIStorageCapacity>, errors: FieldErrors): void {
  errors.member('nodeTopology', object.nodeTopology, validateLabelSelector)
  mustBeGivenAs('storageClassName', object.storageClassName, rfc1123Subdomain, errors)
  for (const field of ['capacity', 'maximumVolumeSize'] as const) {
    const amount = object[field]
    if (amount !== undefined && compareQuantities(amount, '0') < 0) errors.invalid(field, amount, NEGATIVE)
  }
}

export function validateCapacityUpdate(
  object: Readonly<CSIStorageCapacity>,
  current: Readonly<CSIStorageCapacity>,
  errors: FieldErrors,
): void {
  if (!sameMeaning(LabelSelector, object.nodeTopology, current.nodeTopology)) {
    errors.invalid('nodeTopology', object.nodeTopology, 'field is immutable')
  }
  if (object.storageClassName !== current.storageClassName) {
    errors.invalid('storageClassName', object.storageClassName, 'field is immutable')
  }
}
