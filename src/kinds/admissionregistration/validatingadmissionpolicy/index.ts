import { policyColumns } from '#kinds/admissionregistration/shared/policy-columns.js'
import { admissionregistrationV1 } from '#kinds/groups.js'
import { STATUS_ONLY } from '#kinds/shared/metadata.js'
import { validateConditions } from '#meta/condition.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import type { Column } from '#registry/serialize/column.js'
import { LazyModule } from '#util/memoize.js'
import { ValidatingAdmissionPolicy } from './schema.js'

const validationsColumn: Column<ValidatingAdmissionPolicy> = {
  name: 'Validations',
  type: 'integer',
  description: 'Number of validations.',
  cell: ({ spec }) => spec.validations?.length ?? 0,
}

/** The CEL compiler is loaded on first use: most servers have no expressions. */
const policyRules = new LazyModule(() => import('./validation.js'))

export const validatingAdmissionPolicy = builtInKind<ValidatingAdmissionPolicy>({
  kind: 'ValidatingAdmissionPolicy',
  plural: 'validatingadmissionpolicies',
  singular: 'validatingadmissionpolicy',
  namespaced: false,
  categories: ['api-extensions'],
  nameFormat: rfc1123Subdomain,
  strategy: STATUS_ONLY,
  storageVersion: {
    ...admissionregistrationV1,
    schema: ValidatingAdmissionPolicy,
    subresources: [statusOf('ValidatingAdmissionPolicy')],
    allowUnconditionalUpdate: false,
    columns: policyColumns(validationsColumn),
    rules: {
      load: () => policyRules.load(),
      validate: (policy, errors) => policyRules.module.validatePolicy(policy, errors),
      validateStatusUpdate: validatePolicyStatus,
    },
  },
})

function validatePolicyStatus(
  { status }: Readonly<ValidatingAdmissionPolicy>,
  _current: Readonly<ValidatingAdmissionPolicy>,
  errors: FieldErrors,
): void {
  errors.each(
    'status.typeChecking.expressionWarnings',
    status.typeChecking?.expressionWarnings,
    (warning, within) => {
      if (warning.warning === '') within.required('warning')
      if (warning.fieldRef.trim() === '') within.required('fieldRef')
    },
  )
  validateConditions('status.conditions', status.conditions, errors)
}
