import type { AppliedFieldError } from '#apply/check-applied.js'
import type { CheckedType } from '#registry/write/field-check.js'
import { unknownFields } from '#schema/unknown-fields.js'

/** The fields of a configuration that the schema does not declare, also inside of atomic values. */
export function undeclaredIn(
  { schema, codec }: Pick<CheckedType, 'schema' | 'codec'>,
  applied: unknown,
): AppliedFieldError[] {
  const paths =
    codec?.unknownFields(applied, MAX_UNDECLARED) ?? unknownFields(schema, applied, MAX_UNDECLARED)
  return paths.map((path) => ({ path: `.${path}`, message: 'field not declared in schema' }))
}

/** How many are reported. */
const MAX_UNDECLARED = 100

/** Several errors in one message. */
export function errorMessage(errors: readonly AppliedFieldError[]): string {
  const [first = '', ...others] = errors.map(({ path, message }) => `${path}: ${message}`)
  return others.length === 0 ? first : ['errors:', first, ...others].join('\n  ')
}
