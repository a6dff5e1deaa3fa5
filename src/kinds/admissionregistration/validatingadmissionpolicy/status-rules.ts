import { validateConditions } from '#meta/condition-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { ValidatingAdmissionPolicy } from './schema.js'

export function validatePolicyStatus(
  { status }: Readonly<ValidatingAdmissionPolicy>,
  _current: Readonly<ValidatingAdmissionPolicy>,
  errors: FieldErrors,
): void {
  validateConditions('status.conditions', status.conditions, errors)
  errors.each(
    'status.typeChecking.expressionWarnings',
    status.typeChecking?.expressionWarnings,
    (warning, within) => {
      if (warning.warning === '') within.required('warning')
      if (warning.fieldRef === '') within.required('fieldRef')
    },
  )
}
