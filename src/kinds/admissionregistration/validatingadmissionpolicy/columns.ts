import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { ValidatingAdmissionPolicy } from './schema.js'

export const policyColumns: readonly Column<ValidatingAdmissionPolicy>[] = [
  NAME,
  {
    name: 'Validations',
    type: 'integer',
    description: 'How many expressions have to be true.',
    cell: ({ spec }) => spec.validations?.length ?? 0,
  },
  {
    name: 'ParamKind',
    type: 'string',
    description: 'Kind of the parameters.',
    cell: ({ spec }) =>
      spec.paramKind === undefined
        ? '<unset>'
        : `${spec.paramKind.apiVersion ?? ''}/${spec.paramKind.kind ?? ''}`,
  },
  AGE,
]
