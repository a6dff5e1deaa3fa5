import { labelSelectorDump } from '#meta/label-selector.js'
import type { ApiObject } from '#meta/object-meta.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { ParamRef } from './param-ref.js'
import type { ParamKind } from './policy-parts.js'

interface Policy extends ApiObject {
  spec: { paramKind?: ParamKind | undefined }
}

/** The columns of policies; `effects` is the column of what they do. */
export const policyColumns = <P extends Policy>(effects: Column<P>): readonly Column<P>[] => [
  NAME,
  effects,
  {
    name: 'ParamKind',
    type: 'string',
    description: "Kind of the policy's parameters.",
    cell: ({ spec: { paramKind } }) =>
      paramKind === undefined ? '<unset>' : `${paramKind.apiVersion ?? ''}/${paramKind.kind ?? ''}`,
  },
  AGE,
]

interface Binding extends ApiObject {
  spec: { policyName?: string | undefined; paramRef?: ParamRef | undefined }
}

export const bindingColumns: readonly Column<Binding>[] = [
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
