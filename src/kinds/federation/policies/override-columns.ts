import type { ApiObject } from '#meta/object-meta.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { OverrideSpec } from './overrides.js'
import { clustersText, kindsText } from './propagation-columns.js'

interface Overriding extends ApiObject {
  readonly spec: OverrideSpec
}

export const overrideColumns: readonly Column<Overriding>[] = [
  NAME,
  {
    name: 'Kinds',
    type: 'string',
    description: 'Kinds that the policy selects.',
    cell: ({ spec }) => kindsText(spec.resourceSelectors),
  },
  {
    name: 'Clusters',
    type: 'string',
    description: 'Clusters whose copies are changed.',
    cell: ({ spec }) =>
      [...new Set((spec.overrides ?? []).map(({ target }) => clustersText(target)))].join(' | '),
  },
  AGE,
]
