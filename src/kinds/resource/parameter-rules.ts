import { mustBeDriverName } from '#kinds/shared/storage/driver-name.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { DeviceClaimConfiguration } from './types/kind-types.js'

const MAX_PARAMETERS = 10 * 1024

export function validateConfiguration(
  { opaque }: Pick<DeviceClaimConfiguration, 'opaque'>,
  errors: FieldErrors,
): void {
  if (opaque === undefined) errors.required('opaque')
  errors.field('opaque', opaque, ({ driver, parameters }, errors) => {
    mustBeDriverName('driver', driver, errors)
    mustBeParameters('parameters', parameters, errors)
  })
}

/** Data of a driver: an object that is not too large. */
export function mustBeParameters(field: string, value: unknown, errors: FieldErrors): void {
  if (value === undefined || value === null) errors.required(field)
  else if (Buffer.byteLength(JSON.stringify(value)) > MAX_PARAMETERS) errors.tooLarge(field, MAX_PARAMETERS)
  else if (typeof value !== 'object' || Array.isArray(value)) {
    errors.invalid(field, '<value omitted>', 'must be a valid JSON object')
  }
}
