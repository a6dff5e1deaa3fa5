import { dropFromClaim, dropFromStatus } from '#kinds/resource/disabled-fields.js'
import { type ResourceClaim, V1, V1BETA2 } from '#kinds/resource/types/kind-types.js'
import { inBothVersions } from '#kinds/resource/versions.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { LazyModule } from '#util/memoize.js'
import { dropDeallocated } from './deallocation.js'

const columns: readonly Column<ResourceClaim>[] = [
  NAME,
  { name: 'State', type: 'string', description: 'Whether devices are allocated, and in use.', cell: stateOf },
  AGE,
]

function stateOf({ metadata, status: { allocation, reservedFor = [] } }: ResourceClaim): string {
  const states = metadata.deletionTimestamp ? ['deleted'] : []
  if (allocation !== undefined) states.push('allocated', ...(reservedFor.length > 0 ? ['reserved'] : []))
  else if (!metadata.deletionTimestamp) states.push('pending')
  return states.join(',')
}

/** The CEL compiler is loaded on first use. */
const claimRules = new LazyModule(() => import('./validation.js'))

export const resourceClaim = builtInKind<ResourceClaim>({
  kind: 'ResourceClaim',
  plural: 'resourceclaims',
  singular: 'resourceclaim',
  namespaced: true,
  generation: 'client',
  strategy: {
    dropDisabledFields: ({ spec }) => dropFromClaim(spec),
    prepareForStatusUpdate({ status }, current) {
      dropFromStatus(status)
      dropDeallocated(status, current.status)
    },
  },
  ...inBothVersions<ResourceClaim>(
    { v1: V1.ResourceClaim, v1beta2: V1BETA2.ResourceClaim },
    {
      subresources: [statusOf('ResourceClaim')],
      columns,
      rules: {
        load: () => claimRules.load(),
        validateCreate: (claim, errors) => claimRules.module.validateClaim(claim, errors),
        validateUpdate: (claim, current, errors) =>
          claimRules.module.validateClaimUpdate(claim, current, errors),
        validateStatusUpdate: (claim, current, errors) =>
          claimRules.module.validateClaimStatus(claim, current, errors),
      },
    },
  ),
})
