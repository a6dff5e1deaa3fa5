import type { AppliedFieldError } from '#apply/check-applied.js'
import type { AnyStruct } from '#schema/type.js'
import { unknownFields } from '#schema/unknown-fields.js'

/** The fields of a configuration that the schema does not declare, also inside of atomic values. */
export function undeclaredIn(schema: AnyStruct, applied: unknown): AppliedFieldError[] {
  return unknownFields(schema, applied, MAX_UNDECLARED).map((path) => ({
    path: `.${path}`,
    message: 'field not declared in schema',
  }))
}

/** How many are reported. */
const MAX_UNDECLARED = 100

/** Several errors in one message. */
export function errorMessage(errors: readonly AppliedFieldError[]): string {
  const [first = '', ...others] = errors.map(({ path, message }) => `${path}: ${message}`)
  return others.length === 0 ? first : ['errors:', first, ...others].join('\n  ')
}
