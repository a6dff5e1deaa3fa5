import { betaVersions } from '#kinds/admissionregistration/shared/beta-versions.js'
import { validateBindingSpec } from '#kinds/admissionregistration/shared/binding-rules.js'
import { validateMutableOperations } from '#kinds/admissionregistration/shared/match-resources.js'
import { bindingColumns } from '#kinds/admissionregistration/shared/policy-columns.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { MutatingAdmissionPolicyBinding } from './schema.js'

export const mutatingAdmissionPolicyBinding = builtInKind<MutatingAdmissionPolicyBinding>({
  kind: 'MutatingAdmissionPolicyBinding',
  plural: 'mutatingadmissionpolicybindings',
  singular: 'mutatingadmissionpolicybinding',
  namespaced: false,
  categories: ['api-extensions'],
  nameFormat: rfc1123Subdomain,
  ...betaVersions<MutatingAdmissionPolicyBinding>(MutatingAdmissionPolicyBinding, {
    subresources: [],
    allowUnconditionalUpdate: false,
    columns: bindingColumns,
    rules: { validate: validateBinding },
  }),
})

function validateBinding({ spec }: Readonly<MutatingAdmissionPolicyBinding>, errors: FieldErrors): void {
  errors.field('spec', spec, validateBindingSpec)
  errors.field('spec.matchResources', spec.matchResources, validateMutableOperations)
}
