import { validateParameters, validateProvisioner } from '#kinds/storage/storageclass/validation.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { semanticEqual } from '#schema/equal.js'
import { map, string } from '#schema/type.js'
import type { VolumeAttributesClass } from './schema.js'

export function validateVolumeAttributesClass(
  { driverName, parameters = {} }: Readonly<VolumeAttributesClass>,
  errors: FieldErrors,
): void {
  validateProvisioner('driverName', driverName, errors)
  validateParameters(parameters, errors)
  if (Object.keys(parameters).length === 0) {
    errors.required('parameters', 'must contain at least one key/value pair')
  }
}

/** Volumes are changed by naming another class. */
export function validateVolumeAttributesClassUpdate(
  object: Readonly<VolumeAttributesClass>,
  current: Readonly<VolumeAttributesClass>,
  errors: FieldErrors,
): void {
  if (object.driverName !== current.driverName) {
    errors.forbidden('driverName', 'updates to driverName are forbidden.')
  }
  if (!semanticEqual(map(string), object.parameters, current.parameters)) {
    errors.forbidden('parameters', 'updates to parameters are forbidden.')
  }
}
