import { rejection } from '#admission/rejection.js'
import type { LimitRange, LimitRangeItem } from '#kinds/core/limitrange/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { AdmissionReview } from '#registry/write/admission.js'

/**
 * The maximum number of container quantities that are compared with limits or set by them. A pod with more could not be
 * stored.
 */
const MAX_AMOUNTS = 100_000

/**
 * Rejects a pod that has so many containers, in a namespace with so many limits, that checking them would take long.
 */
export function limitAmounts(review: AdmissionReview, ranges: readonly Readonly<LimitRange>[]): void {
  const { containers, initContainers } = (review.object as Pod).spec
  const count = (containers?.length ?? 0) + (initContainers?.length ?? 0)
  let amounts = 0
  for (const { spec } of ranges) {
    for (const item of spec.limits ?? []) amounts += amountsIn(item) * (item.type === 'Container' ? count : 1)
  }
  if (amounts <= MAX_AMOUNTS) return
  throw rejection(
    review,
    `the limit ranges of its namespace have ${amounts} amounts for its ${count} containers, and at most ${MAX_AMOUNTS} are compared`,
  )
}

function amountsIn({
  min,
  max,
  default: limits,
  defaultRequest,
  maxLimitRequestRatio,
}: LimitRangeItem): number {
  let count = 0
  for (const amounts of [min, max, limits, defaultRequest, maxLimitRequestRatio]) {
    if (amounts !== undefined) count += Object.keys(amounts).length
  }
  return count
}
