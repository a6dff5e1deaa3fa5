import { admissionregistrationV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { labelSelectorDump } from '#meta/label-selector.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { ValidatingAdmissionPolicyBinding } from './schema.js'
import { validateBinding } from './validation.js'

const bindingColumns: readonly Column<ValidatingAdmissionPolicyBinding>[] = [
  NAME,
  {
    name: 'PolicyName',
    type: 'string',
    description: 'Policy that the binding enforces.',
    cell: ({ spec }) => spec.policyName ?? '',
  },
  {
    name: 'ParamRef',
    type: 'string',
    description: 'Parameters of the policy.',
    cell: ({ spec }) => {
      const { paramRef } = spec
      if (paramRef === undefined) return '<unset>'
      const { name, namespace, selector } = paramRef
      if (name) return `${namespace || '*'}/${name}`
      return selector === undefined ? '<unset>' : labelSelectorDump(selector)
    },
  },
  AGE,
]

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
