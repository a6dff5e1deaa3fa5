import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { ValidatingAdmissionPolicyBinding } from './schema.js'

export const bindingColumns: readonly Column<ValidatingAdmissionPolicyBinding>[] = [
  NAME,
  {
    name: 'PolicyName',
    type: 'string',
    description: 'Policy that is put to use.',
    cell: ({ spec }) => spec.policyName ?? '',
  },
  {
    name: 'ParamRef',
    type: 'string',
    description: 'Parameters of the policy.',
    cell: ({ spec }) => {
      const { paramRef } = spec
      if (paramRef === undefined) return '<unset>'
      if (paramRef.selector !== undefined) return '*'
      return paramRef.namespace === undefined
        ? (paramRef.name ?? '')
        : `${paramRef.namespace}/${paramRef.name ?? ''}`
    },
  },
  AGE,
]
