import type { FieldErrors, TextFormat } from '#meta/field-errors.js'
import { mustLieBetween } from '#meta/field-rules.js'
import { portName } from './formats.js'

export function mustBePortNumber(field: string, port: number | undefined, errors: FieldErrors): void {
  mustLieBetween(1, 65535, field, port, errors)
}

export function mustBePort(
  field: string,
  port: number | string,
  errors: FieldErrors,
  nameFormat: TextFormat = portName,
): void {
  if (typeof port === 'number') mustBePortNumber(field, port, errors)
  else errors.format(field, port, nameFormat)
}
