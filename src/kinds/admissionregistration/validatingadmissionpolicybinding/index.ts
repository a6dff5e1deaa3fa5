import { rfc1123Subdomain } from '../../../meta/formats.js'
import { defineKind } from '../../../registry/kind.js'
import { admissionregistrationV1 } from '../../groups.js'
import { bindingColumns } from './columns.js'
import { ValidatingAdmissionPolicyBinding } from './schema.js'
import { validateBinding } from './validation.js'

export const validatingAdmissionPolicyBinding = defineKind<ValidatingAdmissionPolicyBinding>({
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
    replacesByVersion: true,
    columns: bindingColumns,
    rules: { validate: validateBinding },
  },
})
