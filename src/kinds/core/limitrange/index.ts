import { rfc1123Subdomain } from '../../../meta/formats.js'
import { defineKind } from '../../../registry/kind.js'
import { coreV1 } from '../../groups.js'
import { limitRangeColumns } from './columns.js'
import { LimitRange } from './schema.js'
import { validateLimitRange } from './validation.js'

export const limitRange = defineKind<LimitRange>({
  kind: 'LimitRange',
  plural: 'limitranges',
  singular: 'limitrange',
  shortNames: ['limits'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...coreV1,
    schema: LimitRange,
    subresources: [],
    createsOnReplace: true,
    columns: limitRangeColumns,
    rules: { validate: validateLimitRange },
  },
})
