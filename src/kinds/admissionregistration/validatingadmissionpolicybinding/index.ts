import { bindingColumns } from '#kinds/admissionregistration/shared/policy-columns.js'
import { admissionregistrationV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { ValidatingAdmissionPolicyBinding } from './schema.js'
import { validateBinding } from './validation.js'

export const validatingAdmissionPolicyBinding = builtInKind<ValidatingAdmissionPolicyBinding>({
  kind: 'ValidatingAdmissionPolicyBinding',
  plural: 'validatingadmissionpolicybindings',
  singular: 'validatingadmissionpolicybinding',
  namespaced: false,
  categories: ['api-extensions'],
  nameFormat: rfc1123Subdomain,
  storageVersion: {
    ...admissionregistrationV1,
    schema: ValidatingAdmissionPolicyBinding,
    subresources: [],
    allowUnconditionalUpdate: false,
    columns: bindingColumns,
    rules: { validate: validateBinding },
  },
})
