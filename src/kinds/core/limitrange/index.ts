import { coreV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { type Column, NAME } from '#registry/serialize/column.js'
import { LimitRange } from './schema.js'
import { validateLimitRange } from './validation.js'

const limitRangeColumns: readonly Column<LimitRange>[] = [
  NAME,
  {
    name: 'Created At',
    type: 'date',
    description: 'When the limit range was created.',
    cell: ({ metadata }) => metadata.creationTimestamp ?? '',
  },
]

export const limitRange = builtInKind<LimitRange>({
  kind: 'LimitRange',
  plural: 'limitranges',
  singular: 'limitrange',
  shortNames: ['limits'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: {
    /** A limit range needs no name of its own. */
    prepareForCreate({ metadata }, { random }) {
      metadata.name ??= random.uuid(`core/limitranges/${metadata.namespace}`)
    },
  },
  storageVersion: {
    ...coreV1,
    schema: LimitRange,
    subresources: [],
    allowCreateOnUpdate: true,
    columns: limitRangeColumns,
    rules: { validate: validateLimitRange },
  },
})
